"""Making a classifier's numbers mean what they say, on data of the user's own.

`calibration` is what a monitor needs at run time. ``belie calibrate`` makes it with `study`, from
labelled rows, by way of `labels`, `fitting` and `measures`.
"""

from __future__ import annotations

from belie.monitor.calibration.calibration import CalibratedClassifier, Calibration

__all__ = ["CalibratedClassifier", "Calibration"]
