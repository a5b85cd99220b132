"""Pictures that the graphics card holds."""

from collections.abc import Callable

class Texture:
    wrap: str
    mag_filter: str
    min_filter: str
    @property
    def size(self) -> tuple[int, int]: ...
    def get_region(self, x: float, y: float, width: float, height: float) -> Texture: ...
    @staticmethod
    def create(
        size: tuple[int, int] | None = None,
        colorfmt: str | None = None,
        bufferfmt: str | None = None,
        mipmap: bool = False,
        callback: Callable[[Texture], None] | None = None,
        icolorfmt: str | None = None,
    ) -> Texture: ...
    def blit_buffer(
        self,
        pbuffer: bytes,
        size: tuple[int, int] | None = None,
        colorfmt: str | None = None,
        pos: tuple[int, int] | None = None,
        bufferfmt: str | None = None,
        mipmap_level: int = 0,
        mipmap_generation: bool = True,
        rowlength: int = 0,
    ) -> None: ...
