"""`python -m benchmarks [pytest options]` measures every bench_*.py of this folder, one after the other."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

if __name__ == "__main__":
    # xdist switches pytest-benchmark off, so it stays out.
    options = ["-p", "no:xdist", "-o", "python_files=bench_*.py"]
    options += ["--benchmark-only", "--benchmark-columns=min,median,ops,rounds"]
    sys.exit(pytest.main([*options, str(HERE), *sys.argv[1:]]))
