"""Letters as pictures."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics.texture import Texture

class LabelBase:
    options: dict[str, Any]
    texture: Texture | None
    text: str
    text_size: tuple[float | None, float | None]
    def __init__(
        self,
        text: str = "",
        font_size: float = 12,
        font_name: str = ...,
        *,
        halign: str = "left",
        valign: str = "bottom",
        text_size: tuple[float | None, float | None] | None = None,
        padding: float | Sequence[float] = ...,
    ) -> None: ...
    @staticmethod
    def register(
        name: str,
        fn_regular: str,
        fn_italic: str | None = None,
        fn_bold: str | None = None,
        fn_bolditalic: str | None = None,
    ) -> None: ...
    def resolve_font_name(self) -> None: ...
    def get_extents(self, text: str) -> tuple[int, int]: ...
    def render(self, real: bool = False) -> tuple[int, int]: ...
    def refresh(self) -> None: ...

Label: type[LabelBase]
