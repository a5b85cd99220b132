"""The kv language."""

from kivy.uix.widget import Widget

global_idmap: dict[str, object]

class BuilderBase:
    def load_file(self, filename: str, encoding: str = "utf8", **kwargs: object) -> Widget | None: ...
    def unload_file(self, filename: str) -> None: ...

Builder: BuilderBase
