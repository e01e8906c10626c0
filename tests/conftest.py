"""What holds for all tests: compiled modules are kept, also by the programs that tests start.

Where an environment forbids that, every one of those programs would compile the whole bot again, half a second each.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
