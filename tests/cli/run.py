"""Run the command line inside the process, as a user runs it outside."""

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

import pytest

from kozelnotation.cli.main import main


@dataclass(frozen=True)
class Result:
    """What a run leaves behind."""

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        """Standard output as text."""
        return self.raw.decode()


def kozel(args: Sequence[str], stdin: str | bytes = b"") -> Result:
    """Run ``kozel`` with arguments; whatever happens, no traceback may reach the user."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    with (
        patch.object(sys, "argv", ["kozel", *args]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")),
        redirect_stdout(stdout),
        redirect_stderr(stderr),
    ):
        with pytest.raises(SystemExit) as end:
            main()
        stdout.flush()
        stderr.flush()
    assert isinstance(end.value.code, int)
    result = Result(end.value.code, out.getvalue(), err.getvalue().decode())
    assert "Traceback" not in result.raw.decode("utf-8", "replace")
    assert "Traceback" not in result.err
    return result
