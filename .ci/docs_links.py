"""Hooks of mkdocs: all decisions are in the menu; a link out of docs/ becomes the name of its file.

Pages are read in the repository too, where such links work; the site holds docs/ alone.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(((?:\.\./)+[^)\s]*)\)")


def on_config(config: Any) -> Any:
    """Every decision has its place in the menu, in their order."""
    decisions = config["nav"][-1]["Develop"][-1]["Decisions"]
    decisions += [f"adr/{path.name}" for path in sorted(Path(config["docs_dir"], "adr").glob("[0-9]*.md"))]
    return config


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    folder = posixpath.dirname(page.file.src_uri)

    def named(link: re.Match[str]) -> str:
        text, target = link.groups()
        path = posixpath.normpath(posixpath.join("docs", folder, target.partition("#")[0]))
        if path == "docs" or path.startswith("docs/"):
            return link.group(0)
        return text if path in text else f"{text} (`{path}`)"

    return LINK.sub(named, markdown)


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    return _own_script(output, "../" * page.url.count("/"))


def on_post_template(output_content: str, **_: Any) -> str:
    return _own_script(output_content, "/")


def _own_script(output: str, up: str) -> str:
    """The theme has one script from elsewhere, which lets a page that was opened as a file search: ours lies
    beside the pages, so that nothing is fetched."""
    own = f'<script src="{up}assets/iframe-worker.js"></script>'
    return re.sub(r'<script src="https://unpkg\.com/iframe-worker[^"]*"></script>', own, output)
