"""What `pip install` gives a player."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


@pytest.mark.slow
def test_the_wheel_carries_all_code_and_data(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    written = {
        path.relative_to(SOURCE).as_posix()
        for pattern in ("*.py", "*.toml", "*.json", "*.typ", "py.typed")
        for path in SOURCE.rglob(pattern)
    }
    assert written - shipped == set()


def test_the_package_says_its_version() -> None:
    import schiltron

    assert schiltron.__version__.count(".") == 2
