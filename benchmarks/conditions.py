"""Under what conditions a run is made: what of, with what, on what machine."""

from __future__ import annotations

import platform
import re
import subprocess
import sysconfig
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from benchmarks.history import Run

PURE, COMPILED = "pure", "compiled"
_ROOT = Path(__file__).parents[1]


def this_run(unit: str) -> Run:
    """The run that is beginning, still without figures."""
    return Run(datetime.now(UTC).date().isoformat(), _commit(), _python(), _build(), unit, _machine(), {})


def _commit() -> str:
    """What is checked out, with a mark where there are changes; nothing outside a repository."""
    git = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(git, cwd=_ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def _python() -> str:
    """The interpreter, its version, and whether it was optimised by a profile, which makes it a good deal faster."""
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return f"{platform.python_implementation()} {platform.python_version()} {'with' if optimised else 'without'} PGO"


def _build() -> str:
    """Whether the library that is imported is the pure one or the compiled one."""
    found = find_spec("crapette.engine.apply")
    assert found is not None
    return PURE if str(found.origin).endswith(".py") else COMPILED


def _machine() -> str:
    """The processor, as the system calls it."""
    told = Path("/proc/cpuinfo")
    models = re.findall(r"^model name\s*: (.*)$", told.read_text("utf-8"), re.MULTILINE) if told.exists() else []
    return models[0] if models else platform.processor() or platform.machine()
