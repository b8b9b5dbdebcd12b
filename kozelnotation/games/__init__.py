"""The functional core: rules and engines of the games; knows no text."""
