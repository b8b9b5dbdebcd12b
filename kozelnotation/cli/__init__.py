"""The command line: reads, calls, prints, exits. The only importer of click."""
