"""Where a claim changes the logic of its premise: cause and effect swapped, a part made the whole.

``reading`` gives the sentences of both texts. What they relate is read from cue words (``cues``)
and from the two sides of a verb (``verbs``). Where the claim states a relation of the premise the
other way round (``relations``), has two parts of it in each other's place (``exchanges``), gives
two things each other's number (``bindings``), or says "all" for "some" (``quantifiers``), ``flags``
says so. Parts are sets of stems, so wording may differ, but precision comes first.
"""

from __future__ import annotations

from belie.monitor.logic.flags import LogicFlag, compare

__all__ = ["LogicFlag", "compare"]
