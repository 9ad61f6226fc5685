"""From whatever a model sends to a normalised question, or to a sentence that repairs it."""
