"""Deals as environments of other ecosystems, for those who train agents: PettingZoo, Gymnasium, OpenSpiel."""
