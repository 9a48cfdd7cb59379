"""Playing many deals, and what can be said of them with how much certainty."""
