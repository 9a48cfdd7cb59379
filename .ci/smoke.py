"""What a newcomer does with the installed wheel: plays a deal of each variant, looks at it, and sends it about."""

import json
import random
from importlib import import_module
from importlib.resources import files

import crapette
from crapette.extra import MissingExtraError
from crapette.language import LANGUAGES
from crapette.render.html import replay_page

names = crapette.variant_names()
assert len(names) == 13, names
for name in names:
    rng = random.Random(1)
    rules = crapette.load_rules(name)
    state, record = crapette.deal(rules, seed=1), crapette.Record.start(rules, seed=1, variant=name)
    while moves := crapette.legal_moves(state):
        action = rng.choice(moves)
        state, record = crapette.apply(state, action), record.append(action)
    print(f"{name:22} {crapette.outcome(state)} {crapette.score(state).points}")
    *_, last = crapette.Record.loads(record.dumps()).replay()
    assert last == state
    assert state._repr_svg_().endswith("</svg>")
    assert replay_page(record).endswith("</html>\n")
    assert len({crapette.rules_text(rules, language) for language in LANGUAGES}) == len(LANGUAGES) == 6
    *_, last = record.public().replay()
    assert last == crapette.observe(state)
    assert crapette.from_json(crapette.to_json(last)) == last
for kind in ("state", "view", "action", "record", "match", "rules"):
    json.loads(files("crapette").joinpath("schemas", f"{kind}-1.json").read_text("utf-8"))
for adapter in ("gymnasium", "openspiel", "pettingzoo"):
    told = "it is installed, where nothing but the library should be"
    try:
        import_module(f"crapette.adapters.{adapter}")
    except MissingExtraError as error:
        told = str(error)
    assert told.endswith(f"pip install 'crapette[{adapter}]'"), told
