"""What pytest does for all tests."""

from __future__ import annotations

import pytest
from coverage import Coverage


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Ends a measurement of coverage that nobody reads.

    In a process of pytest-xdist pytest-cov begins two, the second when the session starts. `no_cover` ends that one and
    not the first, so that its tests would be measured all the same, and take three times as long.
    """
    is_worker = hasattr(session.config, "workerinput")
    if is_worker and (running := Coverage.current()):
        running.stop()
