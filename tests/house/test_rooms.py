"""The contract behind `make lint`: an import into a room that may not be entered is found."""

import pytest
from grimp import ImportGraph
from importlinter import Contract

from tests.tools.rooms import FrontDoor, Rooms


@pytest.fixture
def graph() -> ImportGraph:
    graph = ImportGraph()
    for module in ("house", "house.app", "house.table", "house.tower"):
        graph.add_module(module)
    graph.add_module("kivy", is_squashed=True)
    for importer, imported in (
        ("house.app.screens.table", "kivy"),
        ("house.app.presenters.table", "kivy"),
        ("house.application", "kivy"),
        ("house.table", "house.tower.backends.serial"),
        ("house.tower.driver", "house.tower.backends.serial"),
    ):
        graph.add_import(importer=importer, imported=imported, line_number=1, line_contents="import")
    return graph


def broken(graph: ImportGraph, kind: type[Contract] = Rooms, **options: str | list[str]) -> list[str]:
    contract = kind(name="", session_options={}, contract_options=dict(options))
    return [importer for importer, _, _ in contract.check(graph, verbose=False).metadata["broken"]]


def test_a_library_stays_in_its_room(graph: ImportGraph) -> None:
    assert broken(graph, modules=["kivy"], only_in=["house.app"]) == ["house.application"]


def test_a_corner_of_the_room_can_be_closed(graph: ImportGraph) -> None:
    found = broken(graph, modules=["kivy"], only_in=["house.app"], never_in=["house.app.presenters"])
    assert found == ["house.app.presenters.table", "house.application"]


def test_what_lies_inside_a_module_is_meant_too(graph: ImportGraph) -> None:
    assert broken(graph, modules=["house.tower.backends"], only_in=["house.tower"]) == ["house.table"]


def test_a_room_that_is_not_built_yet_breaks_nothing(graph: ImportGraph) -> None:
    assert broken(graph, modules=["house.advisor"], never_in=["house.app"]) == []


def test_a_room_is_entered_by_its_door(graph: ImportGraph) -> None:
    graph.add_import(importer="house.app.main", imported="house.tower", line_number=1, line_contents="import")
    assert broken(graph, FrontDoor, house="house", wiring=["house.wiring"]) == ["house.table"]
    assert broken(graph, FrontDoor, house="house", wiring=["house.table"]) == []
