"""The parser that ships: dependency syntax and pronouns, on MiniLM."""
