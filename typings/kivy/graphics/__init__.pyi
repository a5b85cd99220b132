"""What is drawn into the canvas that is open."""

from collections.abc import Sequence

from kivy.event import ObjectWithUid
from kivy.graphics.texture import Texture

class Instruction(ObjectWithUid): ...
class ContextInstruction(Instruction): ...
class VertexInstruction(Instruction): ...

class InstructionGroup(Instruction):
    def clear(self) -> None: ...

class CanvasBase(InstructionGroup):
    def __enter__(self) -> None: ...
    def __exit__(self, *largs: object) -> None: ...

class Fbo(Canvas):
    @property
    def texture(self) -> Texture: ...
    def __init__(self, *, size: tuple[int, int] = (1024, 1024)) -> None: ...
    def draw(self) -> int: ...

class Canvas(CanvasBase):
    @property
    def before(self) -> CanvasBase: ...
    @property
    def after(self) -> CanvasBase: ...
    def ask_update(self) -> None: ...

# -- how the next things are drawn

class Color(ContextInstruction):
    def __init__(self, *args: float) -> None: ...

class PushMatrix(ContextInstruction): ...
class PopMatrix(ContextInstruction): ...
class MatrixInstruction(ContextInstruction): ...

class Rotate(MatrixInstruction):
    angle: float
    origin: Sequence[float]
    def __init__(self, *, angle: float = 0, origin: Sequence[float] = (0, 0)) -> None: ...

class Scale(MatrixInstruction):
    x: float
    y: float
    origin: Sequence[float]
    def __init__(self, *, x: float = 1, y: float = 1, origin: Sequence[float] = (0, 0)) -> None: ...

class StencilPush(Instruction): ...
class StencilUse(Instruction): ...
class StencilUnUse(Instruction): ...
class StencilPop(Instruction): ...

# -- shapes

class Mesh(VertexInstruction):
    def __init__(
        self,
        *,
        vertices: Sequence[float],
        indices: Sequence[int],
        mode: str = "points",
        texture: Texture | None = None,
    ) -> None: ...

class Line(VertexInstruction):
    def __init__(
        self,
        *,
        points: Sequence[float] = ...,
        circle: Sequence[float] = ...,
        rounded_rectangle: Sequence[float] = ...,
        width: float = 1.0,
        close: bool = False,
        cap: str = "round",
    ) -> None: ...

class SmoothLine(Line): ...

class Rectangle(VertexInstruction):
    pos: Sequence[float]
    size: Sequence[float]
    def __init__(
        self,
        *,
        pos: Sequence[float] = (0, 0),
        size: Sequence[float] = (100, 100),
        texture: Texture | None = None,
        tex_coords: Sequence[float] = ...,
    ) -> None: ...

class RoundedRectangle(Rectangle):
    def __init__(
        self,
        *,
        pos: Sequence[float] = (0, 0),
        size: Sequence[float] = (100, 100),
        radius: Sequence[float] = (10,),
        texture: Texture | None = None,
    ) -> None: ...

class SmoothRoundedRectangle(RoundedRectangle): ...
class Ellipse(Rectangle): ...
class SmoothEllipse(Ellipse): ...
