"""The rules once more: a second opinion, written from the text alone.

It is slow and obvious on purpose: cards and actions are texts, piles are lists, and a deal is changed in place. Hold
docs/rules.md beside it and follow section by section. It has nothing from the library, not even an import; what the
two disagree about, one of them has misread.

| section | module |
|---|---|
| 1 The table | `cards`, `table` |
| 2 Knowledge | `knowledge` |
| 3 The deal | `dealing` |
| 4 Actions, 5 Sources and targets | `possible` |
| 6 Duties | `duties` |
| 7 The flow of a turn | `turn`, `acting` |
| 8 Stop! | `stop` |
| 9 The end of a deal | `ending` |
| 10 Score and match | `scoring` |
| 11 Order, equality, invariants | `deal`, `moves` |
"""
