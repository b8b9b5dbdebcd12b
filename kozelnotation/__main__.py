"""``python -m kozelnotation`` and the command ``kozel``."""

from kozelnotation.cli.main import main

if __name__ == "__main__":
    main()
