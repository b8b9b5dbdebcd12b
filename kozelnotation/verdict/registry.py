"""Every code that exists, by number."""

from kozelnotation.diag.code import Code
from kozelnotation.games import codes as pack_codes
from kozelnotation.games.kozel import codes as kozel_codes
from kozelnotation.games.svoi import codes as svoi_codes
from kozelnotation.record import codes as record_codes
from kozelnotation.syntax import codes as syntax_codes
from kozelnotation.verdict import codes as verify_codes

REGISTRY: dict[str, Code] = {
    code.number: code
    for code in sorted(
        (
            *syntax_codes.CODES,
            *record_codes.CODES,
            *pack_codes.CODES,
            *kozel_codes.CODES,
            *svoi_codes.CODES,
            *verify_codes.CODES,
        ),
        key=lambda code: code.number,
    )
}
