"""Properties tested in random play, of every shipped variant and of random valid rules.

The examples are the same on every run; with `HYPOTHESIS_PROFILE=soak` they are others each time, and more.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from crapette import Rules, load_rules, variant_names
from crapette.testing import rules
from tests.strategies import rules_with_calls

SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
SHIPPED = [load_rules(name) for name in variant_names()]
WITH_CALLS = [shipped for shipped in SHIPPED if shipped.stop.calls]

Property = Callable[[Rules, int], None]


def in_play(examples: int, *, calls: bool = False) -> Callable[[Property], Callable[[], None]]:
    """Tests a property of (rules, seed): with each shipped variant, and with so many random rules.

    With `calls` only with those under which there is something to call.
    """
    shipped = WITH_CALLS if calls else SHIPPED
    drawn = rules_with_calls() if calls else st.one_of(rules(), rules_with_calls())

    def decorate(test: Property) -> Callable[[], None]:
        for some_rules in shipped:
            test = example(some_rules, 1)(test)
        checked = given(st.one_of(drawn, st.sampled_from(shipped)), st.integers(0, 2**32))(test)
        # Which lines a property reaches says little, and to count them takes three times as long.
        pytest.mark.no_cover(checked)
        return settings(
            max_examples=examples * 20 if SOAK else examples,
            deadline=None,
            derandomize=not SOAK,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        )(checked)

    return decorate
