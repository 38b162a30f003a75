"""Recipes that rebuild the models belie ships; nothing here is imported at run time."""
