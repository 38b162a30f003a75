"""Claims: from a turn to statements that can be checked one by one."""
