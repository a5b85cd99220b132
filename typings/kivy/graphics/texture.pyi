"""Pictures that the graphics card holds."""

class Texture:
    @property
    def size(self) -> tuple[int, int]: ...
