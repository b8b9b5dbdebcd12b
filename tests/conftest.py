"""What every test run shares: slow tests run only when they are asked for."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--slow``, which runs the slow tests beside the others."""
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out unless ``--slow`` or a marker expression speaks of them."""
    if config.getoption("--slow") or "slow" in str(config.getoption("markexpr") or ""):
        return
    slow = [item for item in items if item.get_closest_marker("slow") is not None]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
