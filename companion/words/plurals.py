"""Which plural form goes with a whole number, by CLDR. Written by `make plurals`, not by hand.

Imports nothing. A language that CLDR does not know has one form.
"""
# ruff: noqa: E501, PIE808, RUF021, RUF100 - as CLDR writes it

from collections.abc import Callable


def _rule_1(n: int) -> str:
    if n == 1:
        return "one"
    return "other"


def _rule_2(n: int) -> str:
    if n in range(0, 2):
        return "one"
    return "other"


def _rule_3(n: int) -> str:
    if n == 0 or n == 1:
        return "one"
    return "other"


def _rule_4(n: int) -> str:
    if n == 0:
        return "zero"
    if n == 1:
        return "one"
    if n == 2:
        return "two"
    if n % 100 in range(3, 11):
        return "few"
    if n % 100 in range(11, 100):
        return "many"
    return "other"


def _rule_5(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if n % 10 in range(2, 5) and n % 100 not in range(12, 15):
        return "few"
    if n % 10 == 0 or n % 10 in range(5, 10) or n % 100 in range(11, 15):
        return "many"
    return "other"


def _rule_6(n: int) -> str:
    if n == 0:
        return "zero"
    if n == 1:
        return "one"
    return "other"


def _rule_7(n: int) -> str:
    if n % 10 == 1 and n % 100 not in (11, 71, 91):
        return "one"
    if n % 10 == 2 and n % 100 not in (12, 72, 92):
        return "two"
    if (n % 10 == 9 or n % 10 in range(3, 5)) and (n % 100 not in range(10, 20) and n % 100 not in range(70, 80) and n % 100 not in range(90, 100)):
        return "few"
    if n != 0 and n % 1000000 == 0:
        return "many"
    return "other"


def _rule_8(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if n % 10 in range(2, 5) and n % 100 not in range(12, 15):
        return "few"
    return "other"


def _rule_9(n: int) -> str:
    if n == 1:
        return "one"
    if n != 0 and n % 1000000 == 0:
        return "many"
    return "other"


def _rule_10(n: int) -> str:
    if n in (1, 2, 3) or n % 10 not in (4, 6, 9):
        return "one"
    return "other"


def _rule_11(n: int) -> str:
    if n == 1:
        return "one"
    if n in range(2, 5):
        return "few"
    return "other"


def _rule_12(n: int) -> str:
    if n == 0:
        return "zero"
    if n == 1:
        return "one"
    if n == 2:
        return "two"
    if n == 3:
        return "few"
    if n == 6:
        return "many"
    return "other"


def _rule_13(n: int) -> str:
    if n % 100 == 1:
        return "one"
    if n % 100 == 2:
        return "two"
    if n % 100 in range(3, 5):
        return "few"
    return "other"


def _rule_14(n: int) -> str:
    if n in (0, 1):
        return "one"
    return "other"


def _rule_15(n: int) -> str:
    if n in (0, 1):
        return "one"
    if n != 0 and n % 1000000 == 0:
        return "many"
    return "other"


def _rule_16(n: int) -> str:
    if n == 1:
        return "one"
    if n == 2:
        return "two"
    if n in range(3, 7):
        return "few"
    if n in range(7, 11):
        return "many"
    return "other"


def _rule_17(n: int) -> str:
    if n in (1, 11):
        return "one"
    if n in (2, 12):
        return "two"
    if (n in range(3, 11) or n in range(13, 20)):
        return "few"
    return "other"


def _rule_18(n: int) -> str:
    if n % 10 == 1:
        return "one"
    if n % 10 == 2:
        return "two"
    if n % 100 in (0, 20, 40, 60, 80):
        return "few"
    return "other"


def _rule_19(n: int) -> str:
    if n == 1:
        return "one"
    if n == 2:
        return "two"
    return "other"


def _rule_20(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "other"


def _rule_21(n: int) -> str:
    if n == 0:
        return "zero"
    if n == 1:
        return "one"
    if n % 100 in (2, 22, 42, 62, 82) or n % 1000 == 0 and (n % 100000 in (40000, 60000, 80000) or n % 100000 in range(1000, 20001)) or n != 0 and n % 1000000 == 100000:
        return "two"
    if n % 100 in (3, 23, 43, 63, 83):
        return "few"
    if n != 1 and n % 100 in (1, 21, 41, 61, 81):
        return "many"
    return "other"


def _rule_22(n: int) -> str:
    if n == 0:
        return "zero"
    if n in (0, 1) and n != 0:
        return "one"
    return "other"


def _rule_23(n: int) -> str:
    if n % 10 == 1 and n % 100 not in range(11, 20):
        return "one"
    if n % 10 in range(2, 10) and n % 100 not in range(11, 20):
        return "few"
    return "other"


def _rule_24(n: int) -> str:
    if n % 10 == 0 or n % 100 in range(11, 20):
        return "zero"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "other"


def _rule_25(n: int) -> str:
    if n == 1:
        return "one"
    if n == 2:
        return "two"
    if n == 0 or n % 100 in range(3, 11):
        return "few"
    if n % 100 in range(11, 20):
        return "many"
    return "other"


def _rule_26(n: int) -> str:
    if n == 1:
        return "one"
    if n % 10 in range(2, 5) and n % 100 not in range(12, 15):
        return "few"
    if n != 1 and n % 10 in range(0, 2) or n % 10 in range(5, 10) or n % 100 in range(12, 15):
        return "many"
    return "other"


def _rule_27(n: int) -> str:
    if n in range(0, 2):
        return "one"
    if n != 0 and n % 1000000 == 0:
        return "many"
    return "other"


def _rule_28(n: int) -> str:
    if n == 1:
        return "one"
    if n == 0 or n != 1 and n % 100 in range(1, 20):
        return "few"
    return "other"


def _rule_29(n: int) -> str:
    if n == 0 or n == 1:
        return "one"
    if n in range(2, 11):
        return "few"
    return "other"


def _rule_30(n: int) -> str:
    if n in range(0, 2) or n in range(11, 100):
        return "one"
    return "other"


RULES: dict[str, Callable[[int], str]] = {
    "af": _rule_1,
    "ak": _rule_2,
    "am": _rule_3,
    "an": _rule_1,
    "ar": _rule_4,
    "as": _rule_3,
    "asa": _rule_1,
    "ast": _rule_1,
    "az": _rule_1,
    "bal": _rule_1,
    "be": _rule_5,
    "bem": _rule_1,
    "bez": _rule_1,
    "bg": _rule_1,
    "bho": _rule_2,
    "blo": _rule_6,
    "bn": _rule_3,
    "br": _rule_7,
    "brx": _rule_1,
    "bs": _rule_8,
    "ca": _rule_9,
    "ce": _rule_1,
    "ceb": _rule_10,
    "cgg": _rule_1,
    "chr": _rule_1,
    "ckb": _rule_1,
    "cs": _rule_11,
    "csw": _rule_2,
    "cy": _rule_12,
    "da": _rule_1,
    "de": _rule_1,
    "doi": _rule_3,
    "dsb": _rule_13,
    "dv": _rule_1,
    "ee": _rule_1,
    "el": _rule_1,
    "en": _rule_1,
    "eo": _rule_1,
    "es": _rule_9,
    "et": _rule_1,
    "eu": _rule_1,
    "fa": _rule_3,
    "ff": _rule_14,
    "fi": _rule_1,
    "fil": _rule_10,
    "fo": _rule_1,
    "fr": _rule_15,
    "fur": _rule_1,
    "fy": _rule_1,
    "ga": _rule_16,
    "gd": _rule_17,
    "gl": _rule_1,
    "gsw": _rule_1,
    "gu": _rule_3,
    "gv": _rule_18,
    "ha": _rule_1,
    "haw": _rule_1,
    "he": _rule_19,
    "hi": _rule_3,
    "hr": _rule_8,
    "hsb": _rule_13,
    "ht": _rule_15,
    "hu": _rule_1,
    "hy": _rule_14,
    "ia": _rule_1,
    "io": _rule_1,
    "is": _rule_20,
    "it": _rule_9,
    "iu": _rule_19,
    "jgo": _rule_1,
    "jmc": _rule_1,
    "ka": _rule_1,
    "kab": _rule_14,
    "kaj": _rule_1,
    "kcg": _rule_1,
    "kk": _rule_1,
    "kkj": _rule_1,
    "kl": _rule_1,
    "kn": _rule_3,
    "ks": _rule_1,
    "ksb": _rule_1,
    "ksh": _rule_6,
    "ku": _rule_1,
    "kw": _rule_21,
    "ky": _rule_1,
    "lag": _rule_22,
    "lb": _rule_1,
    "lg": _rule_1,
    "lij": _rule_1,
    "lld": _rule_9,
    "ln": _rule_2,
    "lt": _rule_23,
    "lv": _rule_24,
    "mas": _rule_1,
    "mg": _rule_2,
    "mgo": _rule_1,
    "mk": _rule_20,
    "ml": _rule_1,
    "mn": _rule_1,
    "mr": _rule_1,
    "mt": _rule_25,
    "naq": _rule_19,
    "nb": _rule_1,
    "nd": _rule_1,
    "ne": _rule_1,
    "nl": _rule_1,
    "nn": _rule_1,
    "nnh": _rule_1,
    "no": _rule_1,
    "nr": _rule_1,
    "nso": _rule_2,
    "ny": _rule_1,
    "nyn": _rule_1,
    "om": _rule_1,
    "or": _rule_1,
    "os": _rule_1,
    "pa": _rule_2,
    "pap": _rule_1,
    "pcm": _rule_3,
    "pl": _rule_26,
    "prg": _rule_24,
    "ps": _rule_1,
    "pt": _rule_27,
    "pt-AO": _rule_9,
    "pt-CH": _rule_9,
    "pt-CV": _rule_9,
    "pt-GQ": _rule_9,
    "pt-GW": _rule_9,
    "pt-LU": _rule_9,
    "pt-MO": _rule_9,
    "pt-MZ": _rule_9,
    "pt-PT": _rule_9,
    "pt-ST": _rule_9,
    "pt-TL": _rule_9,
    "rm": _rule_1,
    "ro": _rule_28,
    "rof": _rule_1,
    "ru": _rule_5,
    "rwk": _rule_1,
    "saq": _rule_1,
    "sat": _rule_19,
    "sc": _rule_1,
    "scn": _rule_9,
    "sd": _rule_1,
    "sdh": _rule_1,
    "se": _rule_19,
    "seh": _rule_1,
    "shi": _rule_29,
    "si": _rule_14,
    "sk": _rule_11,
    "sl": _rule_13,
    "sma": _rule_19,
    "smj": _rule_19,
    "smn": _rule_19,
    "sms": _rule_19,
    "sn": _rule_1,
    "so": _rule_1,
    "sq": _rule_1,
    "sr": _rule_8,
    "ss": _rule_1,
    "ssy": _rule_1,
    "st": _rule_1,
    "sv": _rule_1,
    "sw": _rule_1,
    "syr": _rule_1,
    "ta": _rule_1,
    "te": _rule_1,
    "teo": _rule_1,
    "ti": _rule_2,
    "tig": _rule_1,
    "tk": _rule_1,
    "tn": _rule_1,
    "tr": _rule_1,
    "ts": _rule_1,
    "tzm": _rule_30,
    "ug": _rule_1,
    "uk": _rule_5,
    "ur": _rule_1,
    "uz": _rule_1,
    "ve": _rule_1,
    "vec": _rule_9,
    "vo": _rule_1,
    "vun": _rule_1,
    "wa": _rule_2,
    "wae": _rule_1,
    "xh": _rule_1,
    "xog": _rule_1,
    "yi": _rule_1,
    "zu": _rule_3,
}


def category(lang: str, number: int) -> str:
    """`one`, `few`, `other` …: the form that this language uses with this number."""
    rule = RULES.get(lang) or RULES.get(lang.partition("-")[0])
    return rule(abs(number)) if rule else "other"
