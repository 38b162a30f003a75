from __future__ import annotations

import sys
from pathlib import Path

# The processes of an audit import their parts by name, and take this path from here.
sys.path.append(str(Path(__file__).parent))
