"""From text to statements with places; knows no game. The only importer of lark."""
