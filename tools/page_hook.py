"""Puts the page into wheel and sdist: built files are not kept in the repository, and who installs needs no Node."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """An editable install builds nothing: there, `make page` does."""
        root = Path(self.root)
        if version == "editable" or (root / "src/schiltron/server/page/index.html").is_file():
            return
        node = [sys.executable, str(root / "tools/node.py"), "npm"]
        subprocess.run([*node, "ci", "--silent"], check=True)
        subprocess.run([*node, "run", "--silent", "build"], check=True)
