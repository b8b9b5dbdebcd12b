"""The group of commands. A command is imported when it is called, so that start-up is quick."""

import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from kozelnotation import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "verify": ("verify", "Replay records, judge them, and say why."),
    "transcript": ("transcript", "Tell a record in words, readable aloud."),
    "fmt": ("fmt", "Write records in canonical form, in place."),
    "convert": ("convert", "Turn records into JSON and back."),
    "explain": ("explain", "Explain a code: the rule, a wrong and a right example."),
    "rules": ("rules", "Show the rule sets, or one of them with its clauses."),
    "schema": ("schema", "Print the JSON Schema of reports or records."),
    "generate": ("generate", "Make random legal matches; same seed, same bytes."),
}

USAGE, UNWRITABLE, INTERNAL, PIPE = 2, 3, 4, 141


class LazyGroup(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in the order of a first meeting."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """Return a command by name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kozelnotation.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="kozel")
def kozel() -> None:
    """Records of the card game Kozel: verify them, read them, turn them into JSON.

    A verdict on a disputed hand:  kozel verify FILE
    What a code means:             kozel explain K3008
    """


def main() -> NoReturn:
    """Run the command line; whatever happens, no traceback reaches the user."""
    if sys.stdout is None:
        # somebody closed it; the exit status still says something
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    try:
        code = kozel.main(prog_name="kozel", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        code = 130
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.exceptions.Exit as error:
        code = error.exit_code
    except BrokenPipeError:
        # the reader of our output has gone; nothing is left to say
        _drop_output()
        code = PIPE
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
        code = 130
    except Exception as error:  # noqa: BLE001 - an error of ours is named, not thrown at the user
        _drop_output()
        code = _fault(error)
    raise SystemExit(code if isinstance(code, int) else 0)


def _drop_output() -> None:
    """Let what is still waiting to be written go nowhere, so that the exit is quiet."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception) -> int:
    """Say what went wrong outside any record, and return the exit status."""
    from kozelnotation.cli.files import reason  # noqa: PLC0415 - for a quick start

    if isinstance(error, OSError) and error.filename is None:
        # commands name the files that they cannot read or write; this is the output
        click.echo(f"error: the output cannot be written: {reason(error)}", err=True)
        return UNWRITABLE
    click.echo(
        f"K9001 internal-error: {type(error).__name__}: {error}\n"
        "this is an error of this program, not of the record; please report it",
        err=True,
    )
    return INTERNAL
