"""The bodies of requests, and which values their fields may have."""
import json
import re

from .errors import Problem


def fields(body, **checks):
    """The JSON object in `body`, which has at least one of the named fields, no other, and none that fails its check."""
    try:
        value = json.loads(body, parse_constant=refuse, parse_float=number)
        json.dumps(value, ensure_ascii=False).encode()  # refuses lone surrogates
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Problem(400, "bad_request", reason="the body is not a JSON object")
    for name in sorted(value):
        if name not in checks:
            raise Problem(400, "bad_request", reason=f"unknown field: {name}")
        if not checks[name](value[name]):
            raise Problem(400, "bad_request", reason=f"invalid field: {name}")
    if not value:
        raise Problem(400, "bad_request", reason="no field given")
    return value


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def number(text):
    value = float(text)
    return int(value) if value.is_integer() else value


def is_text(value):
    return isinstance(value, str)


def is_name(value):
    return isinstance(value, str) and value != ""


def is_flag(value):
    return isinstance(value, bool)


def is_stock(value):
    return type(value) is int and 0 <= value <= 10**9


def is_price(value):
    return (isinstance(value, dict) and set(value) == {"amount", "currency"} and all(map(is_text, value.values()))
            and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value["amount"]) is not None
            and re.fullmatch(r"[A-Z]{3}", value["currency"]) is not None)
