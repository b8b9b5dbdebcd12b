"""English sentences for every finding: what is, in the words of the record, and the remedy.

A key is a code, or a code and a variant. The first sentence says what is, in lower case;
the second says what can be done. Names in braces are arguments of the finding.
"""

from kozelnotation.render.catalogue import en_svoi

MESSAGES: dict[str, tuple[str, str]] = {
    **en_svoi.MESSAGES,
    # -- files
    "K0001": (
        "the text is not UTF-8: byte {offset} of the file fits no letter",
        "save the file as UTF-8",
    ),
    "K0001.guess": (
        "the text is not UTF-8: byte {offset} of the file fits no letter; it looks like {encoding}",
        "save the file as UTF-8; it was probably written in {encoding}",
    ),
    "K0002": (
        "a byte order mark stands before the record",
        "it does no harm; `kozel fmt` leaves it out",
    ),
    "K0003": (
        "format version {version} is not known; this program reads version 1",
        "check the line `%kozel 1`, or use a newer program",
    ),
    "K0003.no_number": (
        "the format line names no version",
        "write `%kozel 1`",
    ),
    "K0004": (
        "a record must begin with the line `%kozel 1`; this text stands before any",
        "write `%kozel 1` above it, at the very beginning of its line",
    ),
    "K0005": (
        "the control character {char} stands in the line",
        "delete it; in a text in quotes it can be written as an escape",
    ),
    "K0005.bidi": (
        "the invisible character {char} changes the order in which text is shown",
        "delete it, or write it as an escape: what you see may not be what stands there",
    ),
    "K0006.line": ("the line is longer than {limit} bytes", "cut it into several"),
    "K0006.commentary": ("the commentary is longer than {limit} bytes", "cut it into several"),
    "K0006.number": ("a number above {limit} is not read", "check the number"),
    "K0006.deals": ("the record has more than {limit} deals", "cut it into several records"),
    "K0006.plays": ("the deal has more than {limit} plays", "check where the next deal begins"),
    "K0007": (
        "the file is no record that can be turned back into text",
        "compare it with `kozel schema record`",
    ),
    "K0101": (
        "the text is not in canonical form; it begins to differ in this line",
        "`kozel fmt` writes the canonical form and drops nothing",
    ),
    # -- lines
    "K1001": (
        "`{word}` cannot stand here; expected {expected}",
        "correct or delete it",
    ),
    "K1001.end": ("the line ends too early; expected {expected}", "complete the line"),
    "K1001.zero": ("the number `{word}` has a leading zero", "write it without"),
    "K1001.negative": ("the number `{word}` cannot be negative here", "check the number"),
    "K1001.no_word": (
        "`{word}` stands where the word of the declaration is expected",
        "write `Moskva` or `Molodka` before the cards",
    ),
    "K1001.early_commentary": (
        "commentary cannot stand before the first word of a statement",
        "move it behind the statement, or to a line of its own above",
    ),
    "K1001.name": (
        "`{word}` cannot be the name of a seat",
        "a name begins with a letter other than a-z and has letters, digits and `_`",
    ),
    "K1002": (
        "`{word}` is no card",
        "write rank and suit: ranks A K Q J 10 9 8 7 6, suits s h d c",
    ),
    "K1002.language": (
        '`{word}` is read as a card only in a record with `[Lang "{lang}"]`',
        "write `{meant}`, or add the tag",
    ),
    "K1003": (
        "`{word}` can mean the ten or the ace (туз)",
        "write `10{suit}` or `A{suit}`",
    ),
    "K1004": (
        "`{word}` has letters of another alphabet: {letters}",
        "if the card {meant} is meant, write `{meant}` in Latin letters",
    ),
    "K1004.ten": (
        "`{word}` has letters of another alphabet: {letters}",
        "it looks like `{meant}`, which can mean the ten or the ace; write 10 or A",
    ),
    "K1005": ("a text in quotes begins here and does not end on this line", 'close it with `"`'),
    "K1006": (
        "`{opening}` is opened here and not closed on this line",
        "close it on the same line",
    ),
    "K1007": (
        "`{word}` begins no statement",
        "notes for readers of the text begin with `;`",
    ),
    "K1007.nearest": (
        "`{word}` begins no statement",
        "`{nearest}` may be meant; notes for readers of the text begin with `;`",
    ),
    "K1008": (
        "this header line cannot be read; it goes wrong at `{word}`",
        'a header line is `[Name "text"]` or `[Name SEAT "text"]`',
    ),
    "K1008.end": (
        "this header line is not complete",
        'a header line is `[Name "text"]` or `[Name SEAT "text"]`',
    ),
    "K1008.date": (
        "`{word}` is no date",
        "write YYYY-MM-DD, with `?` for digits that nobody knows",
    ),
    "K1008.subject": ("the tag {name} must name a seat", 'write `[{name} SEAT "text"]`'),
    "K1008.no_subject": ("the tag {name} takes no seat", 'write `[{name} "text"]`'),
    "K1009": ("`{escape}` is no escape", "write a backslash itself as `\\\\`"),
    "K1009.surrogate": (
        "`{escape}` is half of a letter",
        "write the letter itself, or both halves",
    ),
    "K1010": (
        "a blank is missing in `{word}`",
        "put a blank between any two words, numbers and cards",
    ),
    # -- what the record says of itself
    "K2001": (
        "the rule set `{id}` is not known; known: {known}",
        "check the tag Rules; without a known rule set nothing can be judged",
    ),
    "K2001.no_version": (
        "the rule set `{id}` has no version; known: {known}",
        "a rule set is named with its version, since a verdict means something only so",
    ),
    "K2002.unknown": (
        "{id} has no option `{option}`; it has {known}",
        "check the tag Rules",
    ),
    "K2002.digest": (
        "the house rule set {id} must be named with `{option}`",
        "add it to the tag Rules, or give the file that the record was made with",
    ),
    "K2002.seats": (
        "`{option}` is only for three seats",
        "with two or four seats 36 cards come out even",
    ),
    "K2002.value": (
        "`{option}` has a value that does not fit; known: {known}",
        "N is a number from 1 to 999",
    ),
    "K2002.twice": ("the option `{option}` is written twice", "keep one of them"),
    "K2002.together": (
        "`deals` and `limit` exclude each other",
        "a fixed number of deals replaces the limit; keep one of them",
    ),
    "K2003": (
        "{id} is played by {expected}, and {number} seats are written",
        "check the tag Seats",
    ),
    "K2004": ("`{name}` is not at this table; known here: {known}", "check the name"),
    "K2005": ("`{what}` stands here a second time", "keep one of them; the first one counts"),
    "K2006": ("the card {card} is there twice", "check both places: one of them is another card"),
    "K2007": ("{card} is not in the pack of 36", "the lowest cards are the sixes"),
    "K2007.removed": (
        "{card} is not in this pack of 35: the six of clubs is taken out",
        "check the card, or the tag Rules",
    ),
    "K2008": (
        "the hand of {seat} should have {expected} cards, not {number}",
        "check the hand",
    ),
    "K2009": ("the {what} has {number} cards instead of {expected}", "check the list of cards"),
    "K2010": (
        "the {what} does not agree with the rest of the deal: {found} instead of {expected}",
        "deck, hands, trump and stock tell the same deal; check which of them is right",
    ),
    "K2010.pattern": (
        "the cards of the deal that are known by suit or rank do not fit the others",
        "check deck, hands, trump and stock",
    ),
    "K2010.missing": (
        "{found} is here, although the pack was found without it",
        "check `missing` and this place",
    ),
    "K2011.set_up": (
        "`{what}` belongs to the deal and cannot stand after the first play",
        "move it above the play",
    ),
    "K2011.before_deal": ("`{what}` cannot stand before the first deal", "move it into a deal"),
    "K2011.tag": ("{what} cannot stand inside a deal", "move it to the header"),
    "K2011.carried": ("`carried` can only stand before the first deal", "move it to the header"),
    "K2011.no_trick": (
        "the ruling names a trick that is not above",
        "check the number of the trick",
    ),
    "K2012": ("{what} {found} is written where {what} {expected} is due", "check the number"),
    "K2012.continued": (
        "{what} {found} goes on here, but the {what} on the table is {expected}",
        "check the number",
    ),
    "K2013": ("`{what}` belongs to another game", "check the tag Rules and this line"),
    "K2015.header": ("the record has no `{what}`", "add it; it may be unknown, not absent"),
    "K2015.deal": ("the deal has no `{what}`", "write `{what} ?` if nobody knows"),
    "K2017.card": ("the seat name `{name}` reads as a card", "choose another name"),
    "K2017.letters": (
        "`{name}` cannot be the name of a seat",
        "a name begins with a letter other than a-z and has letters, digits and `_`",
    ),
    "K2017.twice": ("two seats are called `{name}`", "give each seat its own name"),
    "K2018": (
        "deal {deal} stops in the middle, and another deal follows",
        "close it with `unfinished` or `annulled` and the reason",
    ),
    # -- tricks
    "K3001": (
        "{found} leads, but {expected} won trick {trick}",
        "the trick is judged as led; if the table let it stand, write a ruling",
    ),
    "K3001.first": (
        "{found} leads first, but {expected} sits at the dealer's left",
        "the trick is judged as led; if the table let it stand, write a ruling",
    ),
    "K3001.declared": (
        "{found} leads, but {expected} has taken the lead by a declaration",
        "the trick is judged as led; if the table let it stand, write a ruling",
    ),
    "K3002": (
        "{found} answers before {expected}",
        "the trick is judged in the order it was played",
    ),
    "K3003": ("{number} cards are led: `{laid}`", "a lead is one to {most} cards"),
    "K3003.nothing": ("nothing is led", "a lead is one to {most} cards"),
    "K3004": ("`{laid}` is a lead of more than one suit", "only shokha may join another suit"),
    "K3005": (
        "a lead of {expected} is answered with {number}: `{laid}`",
        "the response cannot win; what was laid belongs to the trick",
    ),
    "K3006.in_hand": (
        "{card} cannot come from this hand: {holder} holds it",
        "check this card, or how it came to {holder}",
    ),
    "K3006.in_stock": (
        "{card} cannot come from this hand: it lies in the stock",
        "check this card, or the stock",
    ),
    "K3006.turned": (
        "{card} cannot come from this hand: it lies turned up under the stock",
        "check this card, or the trump",
    ),
    "K3006.missing": (
        "{card} cannot come from this hand: the pack was found without it",
        "check this card, or `missing`",
    ),
    "K3006.hand_known": (
        "{card} is not in this hand: every card of it is known",
        "check this card, or the hand",
    ),
    "K3006.tracked": (
        "{card} cannot be laid here any more: no story of the cards laid face down allows it",
        "check this card and the cards that this seat played before",
    ),
    "K3007": (
        "{card} was played already, by {by} in trick {in}",
        "check both places: one of them is another card",
    ),
    "K3007.twice": ("{card} is laid twice at once", "one of them is another card"),
    "K3008": (
        "`{laid}` does not beat `{winning}`, but was shown",
        "it should have been laid face down; it does not win",
    ),
    "K3009": (
        "`{laid}` is shown in part",
        "a response is shown whole or lies face down whole; this one cannot win",
    ),
    "K3010": ("`{laid}` is led face down", "a lead is face up; it is judged as if it were open"),
    "K3011": (
        "{number} cards are led, but at most {most} can be answered or held",
        "check the lead",
    ),
    "K3012": ("{seat} lays nothing in this trick", "everybody answers with as many cards as led"),
    "K3012.left_out": (
        "no answer of {seat} in this trick",
        "write what was laid, or `...` if nobody noted it",
    ),
    "K3013": (
        "`{laid}` comes on top: everybody has answered in this trick",
        "check the seat and the trick",
    ),
    "K3013.no_cards": (
        "{seat} answers with `{laid}`, but has no cards left",
        "check the seat and the trick",
    ),
    "K3014": (
        "{seat} is out of the match and cannot take part",
        "the deal is judged without this player",
    ),
    "K3015": (
        "`{laid}` lies face down, but in this rule set every response is shown",
        "the response does not win",
    ),
    # -- declarations
    "K3101": (
        "`{shown}` is no Moskva",
        "a Moskva is four aces and tens with at least one ace; shokha may stand for a ten",
    ),
    "K3101.other": (
        "`{shown}` is no Moskva but a Molodka",
        "the cards decide: it takes the lead as a Molodka",
    ),
    "K3102": (
        "`{shown}` is no Molodka",
        "a Molodka is four cards of a suit, or three of a suit and shokha",
    ),
    "K3102.other": (
        "`{shown}` is no Molodka but a Moskva",
        "the cards decide: it takes the lead as a Moskva",
    ),
    "K3103.late": (
        "{seat} declares {word} after a card of the trick was led",
        "the time to declare is after the draw and before the lead",
    ),
    "K3103.early": (
        "{seat} declares {word} before the draw is complete",
        "the time to declare is after the draw and before the lead",
    ),
    "K3103.short": (
        "{seat} declares {word}, but somebody holds fewer than four cards",
        "a declared hand is led whole, and everybody must be able to answer it",
    ),
    "K3104": (
        "{seat} should show four cards for a {word}, not {number}",
        "a declaration shows a whole hand of four cards",
    ),
    "K3104.hand": (
        "{seat} declares {word} with {held} cards in hand",
        "only a hand of four cards can be declared",
    ),
    "K3105.gone": (
        "{card} cannot be in the declared hand: {by} played it in trick {in}",
        "check the cards that were shown",
    ),
    "K3105.in_hand": (
        "{card} cannot be in the declared hand: {holder} holds it",
        "check the cards that were shown",
    ),
    "K3105.in_stock": (
        "{card} cannot be in the declared hand: it lies in the stock",
        "check the cards that were shown",
    ),
    "K3105.turned": (
        "{card} cannot be in the declared hand: it lies turned up under the stock",
        "check the cards that were shown",
    ),
    "K3105.missing": (
        "{card} cannot be in the declared hand: the pack was found without it",
        "check the cards that were shown",
    ),
    "K3105.hand_known": (
        "{card} is not in the declared hand: every card of it is known",
        "check the cards that were shown",
    ),
    "K3105.twice": ("{card} is shown twice", "one of them is another card"),
    "K3105.tracked": (
        "`{shown}` cannot be the declared hand: no story of the cards laid face down allows it",
        "check the cards that were shown and what this seat played before",
    ),
    "K3106": (
        "{seat} declares {word}, but declarations are off in this record",
        "the declaration takes no lead; check the tag Rules",
    ),
    "K3107": (
        "`{laid}` is led, but `{declared}` was declared",
        "a declared hand is led whole; this is an ordinary lead",
    ),
    "K3108": ("`{shown}` is not the four aces", "only four aces take the pot"),
    # -- draws
    "K3201": (
        "the draw goes {found}, but the order is {expected}",
        "players draw one card at a time clockwise from the winner of the trick",
    ),
    "K3202": ("{card} is drawn, but {top} is on top of the stock", "check the draw, or the stock"),
    "K3202.turned": (
        "{card} is drawn, but it is the turned card and {left} other cards lie on it",
        "the turned card is drawn last",
    ),
    "K3202.gone": (
        "{card} is drawn, but {by} played it in trick {in}",
        "check both places: one of them is another card",
    ),
    "K3202.in_hand": (
        "{card} is drawn, but {holder} holds it",
        "check both places: one of them is another card",
    ),
    "K3202.unknown_top": (
        "{card} is drawn, but it cannot be on top of the stock",
        "check the draw, or the deal",
    ),
    "K3202.groups": ("{card} is drawn, but the stock gives {top}", "check the draw, or the stock"),
    "K3202.tracked": (
        "this draw leaves no story of the cards laid face down",
        "check the draw and what was played before",
    ),
    "K3203": (
        "{seat} draws a card too many: the draw goes {found} instead of {expected}",
        "players draw up to four cards while there is stock",
    ),
    "K3203.empty": ("{seat} draws, but the stock is gone", "check the draw"),
    "K3203.in_trick": (
        "{seat} draws in the middle of a trick",
        "players draw after the trick; the trick goes on",
    ),
    "K3203.nobody": ("{seat} draws, but nobody has to draw now", "check where the draw belongs"),
    "K3204": (
        "{seat} is left out of the draw: it goes {found} instead of {expected}",
        "a written draw is complete: who is left out drew nothing",
    ),
    # -- end of deal and match
    "K3301": (
        "the deal is over: all cards have been played",
        "this and what follows in the deal is not judged",
    ),
    "K3301.pot": (
        "the deal is over: the pot was taken at once",
        "this and what follows in the deal is not judged",
    ),
    "K3301.stopped": (
        "the deal was stopped above",
        "this and what follows in the deal is not judged",
    ),
    "K3302": (
        "{winner} has won the match already ({score})",
        "the deal is judged as if the match went on",
    ),
    "K3302.tie": (
        "the match has ended in a tie already ({score})",
        "the deal is judged as if the match went on",
    ),
    "K3303": (
        "{found} deals, but it is {expected}'s turn to deal",
        "the deal is judged with the dealer who dealt",
    ),
    "K3303.annulled": (
        "{found} deals, but after an annulled deal {expected} deals again",
        "the deal is judged with the dealer who dealt",
    ),
    "K3304": (
        "`{word}` is no declaration of this game",
        "this game knows {known}",
    ),
    "K3401.31": (
        "the losing pair has exactly 31 points, where the sources disagree",
        "read literally it pays 4; the pairs rules of Tvaladze let it pay 2",
    ),
    "K3401.0": (
        "the losing pair has won a trick but no points, where the sources disagree",
        "read literally it pays 6; the pairs rules of Tvaladze let it pay 4",
    ),
    "K3401.60": (
        "both sides have 60 points, of which this rule set's source says nothing",
        "both pay 2, as in the pairs rules of Tvaladze",
    ),
    "K3402": (
        "`{laid}` is shown without beating `{winning}`",
        "this is allowed here; it just loses",
    ),
    # -- claims
    "K5001": (
        "trick {trick} is claimed for {found}, but {expected} takes it",
        "points and tricks are counted for {expected}",
    ),
    "K5002": (
        "trick {trick} is claimed to be worth {found}, but it is worth {expected}",
        "ace 11, ten 10, king 4, queen 3, jack 2",
    ),
    "K5003": ("card points are {expected}, not {found}", "count the captured cards again"),
    "K5004": ("tricks are {expected}, not {found}", "count the tricks again"),
    "K5005": ("penalties are {expected}, not {found}", "see `kozel rules` for what a deal costs"),
    "K5006": (
        "the running score goes wrong here: it should be {expected}, not {found}",
        "later scores are compared with this one",
    ),
    "K5007": ("the result is claimed to be {found}, but it is {expected}", "check the scores"),
    "K5007.open": (
        "the match is claimed to be decided ({found}), but there is {expected}",
        "check the scores",
    ),
    "K5007.pot": ("the pot is claimed as {found}, but it is {expected}", "count the points"),
    "K5008.surplus": (
        "{side} shows cards that it did not take: {cards}",
        "check the captured cards",
    ),
    "K5008.lacking": (
        "{side} does not show cards that it took: {cards}",
        "check the captured cards",
    ),
    "K5008.number": (
        "{side} should show {expected} cards, not {number}",
        "check the captured cards",
    ),
    "K5009": (
        "{seat} is said to have laid {card} face down, but laid `{laid}`",
        "check both places",
    ),
    "K5009.elsewhere": (
        "{seat} is said to have laid {card} face down, but that card was elsewhere",
        "check both places",
    ),
    "K5009.nothing_hidden": (
        "{seat} has laid no card face down in this trick",
        "check the seat and the number of the trick",
    ),
    "K5009.too_many": (
        "{seat} is said to have laid {cards}, but laid only {number} face down",
        "check the cards",
    ),
    "K5009.tracked": (
        "{seat} cannot have laid {cards} face down: no story of the deal allows it",
        "check both places",
    ),
    "K5010": (
        "the card points add up to {total} instead of {expected}",
        "count the captured cards again",
    ),
    "K5010.known": (
        "the card points add up to {total} instead of {expected}; they are {computed}",
        "count the captured cards again",
    ),
    # -- knowledge
    "K6001.beating": (
        "whether `{cards}` beats `{winning}` depends on a card that is not known",
        "the card would settle it",
    ),
    "K6001.winning_unknown": (
        "whether `{cards}` takes the trick depends on what was laid before",
        "the unknown cards of the trick would settle it",
    ),
    "K6001.lead_suits": (
        "whether the lead `{cards}` is of one suit depends on a card that is not known",
        "the card would settle it",
    ),
    "K6001.declaration": (
        "whether the hand is a valid declaration ({cards}) depends on a card that is not known",
        "the cards of the hand would settle it",
    ),
    "K6001.bura": (
        "whether `{cards}` is a Bura depends on a card that is not known",
        "the card would settle it",
    ),
    "K6001.gap": (
        "something is not written down here, and what follows depends on it",
        "what was played would settle it",
    ),
    "K6001.response": (
        "who took this trick depends on an answer that is not written down",
        "the answer would settle it",
    ),
    "K6001.match": (
        "whether the match was decided before this deal depends on cards that are not known",
        "the captured cards of the deals before would settle it",
    ),
    "K6001.search": (
        "counting cards does not settle whether the cards laid face down agree with the rest",
        "reveals or the captured cards would settle it",
    ),
    "K6002.gone": (
        "{seat} cannot have held {card}: {by} had played it in trick {in}",
        "both cannot be true; check both places",
    ),
    "K6002.in_hand": (
        "{seat} cannot have held {card}: {holder} holds it",
        "both cannot be true; check this card and the hands",
    ),
    "K6002.in_stock": (
        "{seat} cannot have held {card}: it lies in the stock",
        "both cannot be true; check this card and the stock",
    ),
    "K6002.turned": (
        "{seat} cannot have held {card}: it lies turned up under the stock",
        "both cannot be true; check this card and the trump",
    ),
    "K6002.missing": (
        "{seat} cannot have held {card}: the pack was found without it",
        "both cannot be true; check this card and `missing`",
    ),
    "K6002.hand_known": (
        "{seat} cannot have held {card}: every card of the hand is known",
        "both cannot be true; check this card and the hand",
    ),
    "K6002.tracked": (
        "{seat} cannot have held {card}: no story of the cards laid face down allows it",
        "both cannot be true; check what this seat played",
    ),
    "K6003": ("something is not written down here", "what is still known is judged"),
    "K7001": (
        "the ruling `{kind}` names nothing that was wrong",
        "check which trick or line it is meant for",
    ),
    "K9001": (
        "an error of this program, not of the record: {error}",
        "please report it with the record; the record was not judged",
    ),
}

CAPTIONS: dict[str, str] = {
    **en_svoi.CAPTIONS,
    "winning_set": "the winning set",
    "drawn_here": "it was drawn here",
    "dealt_here": "it was dealt here",
    "turned_here": "the turned card",
    "listed_here": "it lies here",
    "played_before": "it was played here",
    "first_place": "it stands here first",
    "first_statement": "the first one",
    "the_deck": "the deck",
    "also_not_utf8": "also not UTF-8",
}

CLAUSES: dict[str, str] = {
    **en_svoi.CLAUSES,
    "1.1": "36 cards, each exists once",
    "1.3": "ace 11, ten 10, king 4, queen 3, jack 2: together 120",
    "2.2": "the deal passes one seat clockwise",
    "2.3": "four cards each, the next card is turned up, the rest is the stock",
    "2.5": "the player on the dealer's left leads first",
    "2.6": "players draw up to four, one card at a time clockwise from the winner of the trick",
    "2.8": "play goes on until no cards are left",
    "3.1": "a lead is one to four cards of one suit, face up; shokha may join any suit",
    "3.2": "every other player answers clockwise with exactly as many cards as were led",
    "3.5": "the last response that beats the winning set takes the trick, else the leader",
    "3.7": "a response is shown whole only if it takes the trick, else it lies face down whole",
    "HR 3.7": "how responses lie on the table is what these house rules say",
    "KG 3.7": "a response may be shown without beating, in part or whole; it just loses",
    "KM 3.7": "a response may be shown without beating, in part or whole; it just loses",
    "3.9": "the winner of the trick leads next",
    "4.1": "Moskva: four aces and tens, at least one ace; shokha may stand for a ten",
    "4.2": "Molodka: four cards of one suit, or three of one suit and shokha",
    "4.3": "a whole hand of four is shown after the draw and before the next lead",
    "4.4": "Moskva goes before Molodka; between equals, the first clockwise takes the lead",
    "4.6": "a declared hand is led whole and wins; everybody must hold four cards",
    "4.7": "with declarations=off any declaration is illegal",
    "4.8": "there is no early claim of points and no instant win",
    "5.1": "after the last trick the captured card points are added up",
    "5.2": "the losing side pays 2 with 31 or more, 4 with less and a trick, 6 without a trick",
    "5.3": "the losing pair pays 2 with more than 31, 4 with 1 to 31, 6 without points",
    "5.4": "two alone: the loser pays 2; three: second pays 2, last 4, with ties",
    "5.5": "60 to 60 costs both sides 2",
    "5.6": "penalties add up",
    "5.7": "a player at the limit is out, and the others go on",
    "5.8": "the last side below the limit wins; with deals=N the fewest penalties win",
    "5.9": "a deal after the match is decided is an error, once",
    "6.2": "three trumps led, or four aces shown, take the pot at once",
    "6.3": "whoever has most card points takes the pot; a tie leaves it",
    "9.1": "after every event each card is in exactly one place",
    "9.2": "what cannot have happened is reported, and what depends on it is not judged",
    "9.4": "where the record does not say enough, the answer is undecided",
    "9.10": "a lead may not exceed the smallest hand that has cards",
    "9.12": "after an annulled deal the same dealer deals again",
}
"""The clauses of the rules in short, by number; where a rule set differs, by its name."""

FORMAT_CLAUSES: dict[str, str] = {
    "1.3": "a fault of the program is said to be one",
    "2.1": "records are UTF-8",
    "2.2": "a record begins with the line %kozel and the version of the format",
    "2.4": "neighbouring words, numbers and cards are separated by a blank",
    "2.6": "groups and commentary close on their line",
    "2.7": "texts in quotes are JSON strings on one line",
    "2.8": "no control characters",
    "2.9": "limits",
    "3.1": "header lines",
    "3.3": "rule set and options",
    "3.4": "seats and sides",
    "4.1": "every line is one statement and begins with its word",
    "4.2": "cards",
    "4.3": "letters that mislead",
    "4.5": "where statements may stand",
    "4.6": "numbers count up by one",
    "4.7": "required statements",
    "7.3": "number and list of a pick-up",
    "8.5": "how a deal ends",
    "9.3": "rulings need a cause",
    "10.1": "the canonical form",
    "10.4": "what stands once",
    "11.1": "the schema of the JSON form",
}
"""The clauses of the notation in short, by number; they are cited as ``N 2.1``."""
