"""An army list in the making: what it costs, what is against it and what would put that right, what may be added.

Nothing here knows a rule. Everything is tried: what the book's own check lets pass is offered, what it does not is
shown with the reason the check gives. So whatever is offered here makes a list that may fight.
"""

from schiltron.muster.workbench.bench import Bench, BenchRow, RowFault, laid_out
from schiltron.muster.workbench.choices import Details, RowChoice, RowQuestion, details
from schiltron.muster.workbench.recruits import Recruit, recruits
from schiltron.muster.workbench.remedies import Remedy

__all__ = [
    "Bench",
    "BenchRow",
    "Details",
    "Recruit",
    "Remedy",
    "RowChoice",
    "RowFault",
    "RowQuestion",
    "details",
    "laid_out",
    "recruits",
]
