"""English sentences for what belongs to Svoi Kozyri alone."""

_BOTH = "both cannot be true; check both places"
_RULING = "if the table let it stand, write a ruling"

MESSAGES: dict[str, tuple[str, str]] = {
    # -- set-up
    "K2014.missing": (
        "the first deal does not say which trump suit each seat has",
        "write `trumps` and a suit for each seat; `?` for one that nobody knows",
    ),
    "K2014.twice": (
        "{one} and {other} have the same trump suit {suit}",
        "everybody has a suit of their own; check the line",
    ),
    "K2014.colour": (
        "the trumps {one} and {suit} are of one colour",
        "one trump is black and the other red; check the line",
    ),
    "K2016": (
        "{seat} takes {number} cards, but {listed} are listed",
        "check the number and the list; the list may be left out",
    ),
    # -- turns
    "K4001": (
        "{seat} acts, but it is the turn of {expected}",
        f"play goes on from {{seat}}; {_RULING}",
    ),
    "K4001.first": (
        "{seat} leads first, but {expected} is to lead",
        f"play goes on from {{seat}}; {_RULING}",
    ),
    "K4002.in_hand": ("{seat} cannot have {card}: {holder} holds it", _BOTH),
    "K4002.hand_known": (
        "{seat} cannot have {card}: every card of the hand is known",
        "check this card, and what the seat was dealt and picked up",
    ),
    "K4002.missing": ("{seat} cannot have {card}: the pack was found without it", _BOTH),
    "K4003": (
        "{seat} covers with {card}, which does not beat the card below",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4003.lower": (
        "{card} does not beat {top}: it is lower",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4003.other_suit": (
        "{card} does not beat {top}: it is of another suit and no trump of {seat} ({suit})",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4003.own_trump": (
        "{card} does not beat {top}: a trump of {seat} takes a higher one of the suit",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4003.hidden": (
        "no card that {seat} can have laid unseen beats {top}",
        "have the cover shown",
    ),
    "K4004": (
        "{seat} leads {cards} without covering {top} first",
        "write the cover before the stroke, as in `6d / Qs`",
    ),
    "K4004.nothing": (
        "{seat} does nothing, but {top} is to be covered or the pile picked up",
        "write the turn as it was made",
    ),
    "K4005": (
        "{seat} covers with {cards} and leads nothing, with {left} in hand",
        "write the lead after the stroke; `-` is for the last card",
    ),
    "K4005.nothing": (
        "{seat} does nothing, but a card is to be led",
        "write the turn as it was made",
    ),
    "K4006": (
        "{seat} takes {found} cards, but with {top} on top {expected} are due",
        f"the cards are where they went; {_RULING}",
    ),
    "K4006.whole": (
        "{seat} takes {found} cards, but the whole pile of {expected} is to be taken",
        f"the cards are where they went; {_RULING}",
    ),
    "K4006.later": (
        "{seat} took {found} cards with {top} on top, which is another number than is due",
        f"the cards are where they went; {_RULING}",
    ),
    "K4007.free": (
        "{seat} picks up, but a free lead is due",
        "one card is laid on top, without a cover",
    ),
    "K4007.empty": (
        "{seat} picks up, but there is no pile",
        "one card is led; check the pick-up before",
    ),
    "K4008": (
        "{seat} takes {cards} from below; on top lie {expected}",
        "the listed cards were taken all the same; check the list",
    ),
    "K4009": (
        "{seat} acts without a card in hand",
        "who has no card left is passed over",
    ),
    "K4010.kept": (
        "{seat} lays {card}, which should have gone to {owner} before play",
        f"the six is where it was played; {_RULING}",
    ),
    "K4010.gives_no_six": (
        "{seat} gives {card} to {to}; only sixes change hands before play",
        "check the card; anything else needs a ruling",
    ),
    "K4010.gives_not_held": (
        "{seat} gives {card}, but has not got it",
        "check the seat and the card",
    ),
    "K4010.gives_owner": (
        "{seat} gives {card} to {to}, but it belongs to {owner}",
        "check the trumps and the seats",
    ),
    "K4010.gives_no_owner": (
        "{seat} gives {card} to {to}; nobody has this suit, so it stays",
        "check the trumps and the card",
    ),
    "K4011": (
        "{seat} acts, but the deal is over: {last} went out by a {by}",
        "look for a turn that was written twice, or a deal line that is missing",
    ),
    "K4011.stopped": (
        "{seat} acts after the deal was stopped",
        "move the turn above the line that stops the deal",
    ),
    "K4012": (
        "{found} deals, but {expected} lost the deal before",
        "the deal is judged as dealt; check the seat",
    ),
    "K4012.drawn": (
        "{found} deals, but after a draw {expected} deals again",
        "the deal is judged as dealt; check the seat",
    ),
    "K4012.annulled": (
        "{found} deals, but after an annulled deal {expected} deals again",
        "the deal is judged as dealt; check the seat",
    ),
    "K4013.free": (
        "{seat} lays {cards}, but a free lead is one card without a cover",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4013.empty": (
        "{seat} lays {cards}, but there is no pile to cover: one card is led",
        f"the cards stay where they lie; {_RULING}",
    ),
    "K4014.in_pile": ("{seat} cannot have {card}: it lies in the pile", _BOTH),
    "K4014.in_hand": (
        "{seat} has laid {card} before, and now {holder} holds it",
        _BOTH,
    ),
    "K4014.hand_known": (
        "{seat} has laid {card} before and has not picked it up again",
        _BOTH,
    ),
    "K4014.missing": ("{seat} cannot have {card}: the pack was found without it", _BOTH),
    "K4014.list_in_hand": (
        "{seat} cannot pick up {card}: {holder} holds it",
        "check the list and both places",
    ),
    "K4014.list_hand_known": (
        "{seat} cannot pick up {card}: it does not lie in the pile",
        "check the list; it may be left out",
    ),
    "K4014.list_missing": (
        "{seat} cannot pick up {card}: the pack was found without it",
        _BOTH,
    ),
    "K4014.list_twice": ("{card} is listed twice", "check the list; it may be left out"),
    "K4016": (
        "{seat} lays {cards}; one card covers and one is led",
        f"the cards lie as they are written; {_RULING}",
    ),
    "K4017": (
        "{seat} has {card}, but {other} has not got its image {image}",
        "check both hands and the trumps",
    ),
    "K4017.played": (
        "{seat} was dealt both {card} and its image {image}",
        "check the trumps, and which seat played these cards",
    ),
    # -- claims and knowledge
    "K5007.deal": ("the deal is claimed to be {found}, but it is {expected}", "check the result"),
    "K5007.deal_out": (
        "the deal is claimed to be {found}, who has no card left",
        "check the result",
    ),
    "K5009.turn": (
        "{seat} is said to have laid {card} unseen in turn {turn}, but laid `{laid}`",
        "check both places",
    ),
    "K5009.elsewhere_turn": (
        "{seat} cannot have laid {card} unseen in turn {turn}: that card was elsewhere",
        "check both places",
    ),
    "K5009.nothing_hidden_turn": (
        "{seat} laid no card unseen in turn {turn}",
        "check the seat and the number of the turn",
    ),
    "K5009.too_many_turn": (
        "{seat} is said to have laid {cards} unseen in turn {turn}, but laid only {number}",
        "check the cards",
    ),
    "K6001.cover": (
        "whether `{cards}` of {seat} beats `{winning}` depends on a card that was not seen",
        "the card would settle it: as `reveals`, in the list of a pick-up, or where it is played",
    ),
    "K6001.trump": (
        "whether `{cards}` of {seat} beats `{winning}` depends on a trump suit that is not known",
        "the line `trumps` would settle it",
    ),
    "K6001.pick_up": (
        "whether {seat} had to take {number} cards depends on the top card `{winning}`",
        "the card would settle it: as `reveals`, or in the list of the pick-up",
    ),
    "K6001.six": (
        "whether {card} of {seat} had to change hands depends on what is not known",
        "the card and the line `trumps` would settle it",
    ),
    "K6001.mirror": (
        "whether the hands are mirrored depends on trump suits that are not known",
        "the line `trumps` would settle it",
    ),
    "K6002.in_pile": ("{seat} cannot have held {card}: it lies in the pile", _BOTH),
    "K6002.too_many_cards": (
        "{seat} cannot have held so many cards ({number})",
        "check the turns of this seat, and what it picked up",
    ),
}

CLAUSES: dict[str, str] = {
    "7.1": "each player has a trump suit, all different",
    "7.2": "the loser deals the next deal; after a draw the same dealer again",
    "7.3": "before play every six goes to the player whose trump it is",
    "7.4": "the dealer's left leads; the turn goes clockwise, past players without cards",
    "7.5": "a turn is to cover the top card and lead another one on top, or to pick up",
    "7.6": "a higher card of the suit or any own trump covers; an own trump only a higher one",
    "7.7": "3 cards are picked up, 5 from an own trump, the whole pile from the own trump ace",
    "7.8": "the next player answers the new top card; on an empty pile one card is led",
    "7.9": "after an exit by cover the next player leads one card freely; the last one has lost",
    "7.10": "after the last lead one card that covers it makes a draw; else the last one has lost",
    "7.11": "the last player with cards is the loser; a series counts losses",
    "7.12": "nothing ends by itself; a record may end unfinished",
    "7.13": "a cover that was not shown is undecided until the card is seen again",
    "7.14": "with two or three players a six whose suit nobody has stays where it was dealt",
    "8.1": "one trump is black and one red, and each hand is the mirror of the other",
    "8.2": "picking up takes the whole pile; then the opponent leads, or by option the taker",
    "8.3": "the first to get rid of all cards wins at once",
    "9.11": "play goes on clockwise from whoever acted; the pile is what lies there",
}

CAPTIONS: dict[str, str] = {
    "laid_here": "it was laid here",
    "picked_up_here": "it was picked up here",
    "seen_here": "it was seen here",
    "given_here": "it was handed over here",
}
