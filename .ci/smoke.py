"""What a newcomer does with the installed wheel: lists the variants and plays a deal of each."""

import random

import crapette

names = crapette.variant_names()
assert len(names) == 13, names
for name in names:
    rng = random.Random(1)
    state = crapette.deal(crapette.load_rules(name), seed=1)
    while moves := crapette.legal_moves(state):
        state = crapette.apply(state, rng.choice(moves))
    print(f"{name:22} {crapette.outcome(state)} {crapette.score(state).points}")
