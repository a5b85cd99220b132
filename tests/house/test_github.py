"""What stands in .github can run: workflows, issue forms, pre-commit; and versions are told as they are."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.games import NAMES, boxes
from tests.tools import release

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MADE = ("build/", "firmware/build/")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=named)
def test_actions_are_pinned_to_a_major_version(workflow):
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", action)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=named)
def test_what_a_workflow_names_is_there(workflow):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = "\n".join(step.get("run", "") for step in steps(workflow))
    assert set(re.findall(r"\bmake ([a-z-]+)", commands)) <= targets
    paths = re.findall(r"(?<![\w/.$])(?:\.ci|hardware|firmware|companion|docs)/[\w./-]+", commands)
    assert [path for path in paths if not path.startswith(MADE) and not (ROOT / path).exists()] == []
    for module in re.findall(r"python -m (tests[\w.]+)", commands):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists()
    assert all(os.access(ROOT / path, os.X_OK) for path in paths if path.startswith(".ci/"))


def test_every_push_runs_what_anybody_can_run():
    checks = read(ROOT / ".github" / "workflows" / "checks.yml")
    assert {"push", "pull_request"} <= set(checks[True])  # YAML reads `on` as a yes
    assert ".ci/run" in [step.get("run") for step in steps(ROOT / ".github" / "workflows" / "checks.yml")]


def test_a_release_holds_program_pictures_firmware_and_parts():
    commands = "\n".join(step.get("run", "") for step in steps(ROOT / ".github/workflows/release.yml"))
    assert "make release" in commands
    commands += (ROOT / ".ci" / "release").read_text(encoding="utf-8")
    parts = ("-m build", "make screenshots", "tower.hex", "stl step plates", "sbom.json", "requirements.txt")
    assert [part for part in (".ci/run", *parts) if part not in commands] == []


@pytest.mark.parametrize("form", FORMS, ids=named)
def test_an_issue_form_is_one(form):
    told = read(form)
    assert set(told) == {"name", "description", "labels", "body"}
    asked = [part for part in told["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in asked} <= {"input", "textarea", "dropdown", "checkboxes"}
    ids = [part["id"] for part in asked]
    assert len(set(ids)) == len(ids)
    assert all(part["attributes"]["label"] for part in asked)
    assert all(part["attributes"]["options"] for part in asked if part["type"] in ("dropdown", "checkboxes"))
    assert any(part.get("validations", {}).get("required") for part in asked)


def test_wrong_data_is_told_by_id_without_text_or_photo():
    parts = {part.get("id"): part for part in read(ROOT / ".github/ISSUE_TEMPLATE/piece.yml")["body"]}
    assert parts["piece"]["validations"]["required"]
    assert parts["ours"]["attributes"]["options"][0]["required"]
    assert set(parts["game"]["attributes"]["options"]) <= set(NAMES)


def test_the_example_of_a_piece_can_be_read(tmp_path):
    parts = {part.get("id"): part for part in read(ROOT / ".github/ISSUE_TEMPLATE/piece.yml")["body"]}
    (tmp_path / "mine.toml").write_text(parts["entry"]["attributes"]["placeholder"])
    assert boxes("the-loop").check_box(tmp_path) == []


def test_pre_commit_uses_the_tools_of_the_project():
    repos = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]  # no second list of versions
    tools = [hook["entry"].split()[0] for hook in repos[0]["hooks"]]
    lint = " ".join(PROJECT["optional-dependencies"]["lint"]).replace("import-linter", "lint-imports")
    assert all(tool.removeprefix(".venv/bin/") in lint for tool in tools)


# -- versions


def test_the_changelog_begins_with_this_version_and_the_others_have_dates():
    told = release.versions((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert PROJECT["version"].partition(".dev")[0] == told[0].number
    assert (told[0].date == "unreleased") == (".dev" in PROJECT["version"])
    dates = [version.date for version in told[1:]]
    assert "unreleased" not in dates
    assert dates == sorted(dates, reverse=True)
    assert all(version.text for version in told)


def test_a_release_is_what_the_files_say(tmp_path):
    def written(version: str, title: str) -> None:
        (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
        text = f"# Changelog\n\n## {title}\n\n- It flies.\n\n## [0.1.0] - 2026-01-01\n"
        (tmp_path / "CHANGELOG.md").write_text(text)

    written("0.3.0", "[0.3.0] - 2026-12-01")
    assert release.notes("0.3.0", tmp_path) == "- It flies."
    with pytest.raises(ValueError, match=r"says 0\.3\.0"):
        release.notes("0.4.0", tmp_path)
    written("0.3.0", "[0.3.0] - unreleased")
    with pytest.raises(ValueError, match="unreleased"):
        release.notes("0.3.0", tmp_path)
    written("0.3.0.dev0", "[0.3.0] - unreleased")
    assert release.notes("0.3.0.dev0", tmp_path) == "**In the making: 0.3.0.dev0**\n\n- It flies."
