"""The type hints fit together, and the stub fits what is built."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent


@pytest.mark.parametrize("check", [["mypy"], ["mypy.stubtest", "bobbin._bobbin"]], ids=["mypy", "stubtest"])
def test_types_are_as_they_are_said_to_be(check: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *check], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
