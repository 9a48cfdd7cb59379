"""That what is tested is what was built: the sources, or the compiled engine (`make test-compiled`)."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution

import crapette.engine.apply


def test_the_engine_is_compiled_if_the_wheel_was() -> None:
    wheel = distribution("crapette").read_text("WHEEL")
    assert wheel is not None
    is_pure = "Root-Is-Purelib: true" in wheel.splitlines()
    assert crapette.engine.apply.__file__.endswith(".py" if is_pure else tuple(EXTENSION_SUFFIXES))
