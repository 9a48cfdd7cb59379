"""Property tests of rules, apps and bots: Hypothesis strategies, and a machine that plays (extra `[testing]`).

The strategies give cards, rules, states, actions, views and records. `DealMachine` plays deals under rules of yours,
and checks after every action what must always hold (rules 11). With this package installed,
`hypothesis.strategies.from_type(State)` and its kin work too.

The documentation has a page on it: Your own rules, tested.
"""

try:
    from crapette.testing.machine import DealMachine
    from crapette.testing.strategies import actions, cards, records, rules, shipped_rules, states, views
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ImportError("crapette.testing needs Hypothesis: python -m pip install 'crapette[testing]'") from error

__all__ = ["DealMachine", "actions", "cards", "records", "rules", "shipped_rules", "states", "views"]
