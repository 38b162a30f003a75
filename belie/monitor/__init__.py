"""The straight line of one turn: text → claims → candidates → verdicts → conflicts → alerts."""
