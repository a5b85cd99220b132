"""The two kinds of import-linter contract that the rooms need (see [tool.importlinter] in pyproject.toml).

import-linter's own `forbidden` needs every module it names to exist. These may speak of a room before it is
built, look at direct imports only, and know an outside library by its top-level name.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def within(module: str, rooms: list[str]) -> bool:
    """Whether the module is one of the rooms or lies inside one; `*` in a room's name is any one name."""
    path = module.split(".")
    return any(_begins(path, room.split(".")) for room in rooms)


def _begins(path: list[str], room: list[str]) -> bool:
    return len(path) >= len(room) and all(map(fnmatchcase, path, room))


def _same(module: str, door: str) -> bool:
    return module.count(".") == door.count(".") and within(module, [door])


Import = tuple[str, str, int]  # importer, imported, line


def imports(graph: ImportGraph, imported: str) -> Iterator[Import]:
    for importer in sorted(graph.find_modules_that_directly_import(imported)):
        for details in graph.get_import_details(importer=importer, imported=imported):
            yield importer, imported, details["line_number"]


def verdict(broken: list[Import]) -> ContractCheck:
    return ContractCheck(kept=not broken, metadata={"broken": broken})


def render(check: ContractCheck) -> None:
    rows: list[Import] = check.metadata["broken"]
    for importer, imported, line in rows:
        output.print_error(f"{importer} may not import {imported} (line {line})", bold=False)


class Rooms(Contract):
    """`modules`, and all inside them, are imported only in `only_in` (if given) and never in `never_in`."""

    type_name = "rooms"
    modules: Any = fields.ListField(subfield=fields.StringField())
    only_in: Any = fields.ListField(subfield=fields.StringField(), required=False)
    never_in: Any = fields.ListField(subfield=fields.StringField(), required=False)

    def allows(self, importer: str) -> bool:
        if self.never_in and within(importer, self.never_in):
            return False
        return not self.only_in or within(importer, self.only_in)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        spoken_of = sorted(module for module in graph.modules if within(module, self.modules))
        return verdict(
            [found for module in spoken_of for found in imports(graph, module) if not self.allows(found[0])]
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        render(check)


class FrontDoor(Contract):
    """Rooms of `house` open by their `__init__` or one of `doors`; only `wiring` reaches further in."""

    type_name = "front_door"
    house: Any = fields.StringField()
    wiring: Any = fields.ListField(subfield=fields.StringField())
    doors: Any = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = []
        for room in sorted(graph.find_children(self.house)):
            for module in sorted(graph.find_descendants(room)):
                if any(_same(module, door) for door in self.doors or ()):
                    continue
                broken += [
                    found
                    for found in imports(graph, module)
                    if not within(found[0], [room]) and not within(found[0], self.wiring)
                ]
        return verdict(broken)

    def render_broken_contract(self, check: ContractCheck) -> None:
        render(check)
