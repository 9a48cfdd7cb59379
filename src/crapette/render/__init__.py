"""Pictures of a state."""
