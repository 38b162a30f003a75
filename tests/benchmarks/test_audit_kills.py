from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.tree


def test_a_killed_audit_is_compared_with_one_that_nobody_disturbed():
    command = [sys.executable, "-m", "benchmarks.audit_kills", "--conversations", "8", "--kills"]
    found = subprocess.run(
        [*command, "2"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert "8 of 8 sessions in the store\n" in found.stdout
    assert found.stdout.endswith("equal to the undisturbed audit: yes\n")
