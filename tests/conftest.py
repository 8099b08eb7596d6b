import os

from hypothesis import settings

# In CI the same examples every time; at the desk new ones on every run, and failures remembered.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
