"""The kind of import-linter contract that the rooms need (see [tool.importlinter] in pyproject.toml).

import-linter's own `forbidden` needs every module it names to exist. This one may speak of a room before it
is built, looks at direct imports only, and knows an outside library by its top-level name.
"""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def within(module: str, rooms: list[str]) -> bool:
    """Whether the module is one of the rooms or lies inside one."""
    return any(module == room or module.startswith(room + ".") for room in rooms)


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
        broken = [
            (importer, imported, details["line_number"])
            for imported in sorted(module for module in graph.modules if within(module, self.modules))
            for importer in sorted(graph.find_modules_that_directly_import(imported))
            if not self.allows(importer)
            for details in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        rows: list[tuple[str, str, int]] = check.metadata["broken"]
        for importer, imported, line in rows:
            output.print_error(f"{importer} may not import {imported} (line {line})", bold=False)
