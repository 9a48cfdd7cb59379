"""Builds the wheel: pure Python, or with the engine compiled by mypyc where `CRAPETTE_COMPILE=1` asks for it."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    *("actions", "rulebook", "state", "table"),
    *[
        f"engine/{module}"
        for module in ("apply", "duties", "effect", "ending", "guard", "legal", "possible", "stop", "turn", "view")
    ],
)
"""The modules that a random deal spends its time in, and nothing that it does not."""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel, beside their sources; an import finds the compiled ones first."""

    def dependencies(self) -> list[str]:
        """What has to be there for the build: mypyc reads the types of all that the sources import."""
        return ["mypy>=2.4,<3", "setuptools", *self.metadata.core.dependencies] if _is_asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles, outside the sources: a module beside its source would be found first in an editable install."""
        if not _is_asked_for():
            return
        if version == "editable":
            raise ValueError(
                "an editable install runs the sources as they are: leave out CRAPETTE_COMPILE or --editable"
            )
        self._work = TemporaryDirectory(prefix="crapette-")
        built = Path(self._work.name, "lib")
        _compile(Path(self._work.name, "c"), built)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(path): str(path.relative_to(built)) for path in built.rglob("*.*")})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Takes away what was made on the way."""
        if _is_asked_for():
            self._work.cleanup()


def _is_asked_for() -> bool:
    asked = os.environ.get("CRAPETTE_COMPILE", "")
    if asked not in ("", "0", "1"):
        raise ValueError(f"CRAPETTE_COMPILE is {asked!r}; it may be 1, to compile with mypyc, or 0 or empty, not to")
    return asked == "1"


def _compile(work: Path, built: Path) -> None:
    """Compiles the modules with mypyc and the C compiler."""
    from mypyc.build import mypycify  # noqa: PLC0415 - these two are there only where they are asked for
    from setuptools import Distribution  # noqa: PLC0415

    extensions = mypycify(
        [
            *("--config-file=", f"--cache-dir={work}", "--ignore-missing-imports"),
            *(f"src/crapette/{module}.py" for module in COMPILED),
        ],
        debug_level="0",
        group_name="crapette",
        target_dir=str(work),
    )
    command = Distribution({"name": "crapette", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(built), str(work)
    command.ensure_finalized()
    command.run()
