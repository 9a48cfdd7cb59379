"""A browser that looks at pages as people do, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

_EXTRA = "needs the extra `browser`"


@contextmanager
def browser() -> Generator[Any]:
    """Chromium, without a window. Where it can't be had, the test is skipped."""
    playwright = pytest.importorskip("playwright.sync_api", reason=_EXTRA)
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield launched
        launched.close()


def violations(page: Any) -> list[tuple[str, str]]:
    """What axe-core finds on a page that some people can't use: the rule, and the element that breaks it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason=_EXTRA)
    found = axe.Axe().run(page).response["violations"]
    return [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]]
