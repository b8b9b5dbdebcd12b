"""From values to words: reports, JSON, transcripts. Sentences live in the catalogues."""
