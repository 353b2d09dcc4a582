"""From a request to status, headers and bytes."""
import hashlib
import json
import random
import re
import threading
import time
from urllib.parse import parse_qsl, unquote

from .accounts import ROUTES, Account
from .errors import Problem


def render(status, value, headers=()):
    """An answer as (status, headers, bytes)."""
    if value is None:
        return status, list(headers), b""
    if isinstance(value, bytes):
        return status, [("Content-Type", "image/png"), *headers], value
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return status, [("Content-Type", "application/json"), *headers], body


def match(template, segments):
    """The arguments of a path that fits a template, else None."""
    if len(template) != len(segments):
        return None
    arguments = []
    for expected, segment in zip(template, segments):
        if expected.startswith("{") and segment:
            arguments.append(segment)
        elif expected != segment:
            return None
    return arguments


class API:
    def __init__(self, fixtures, failures, seed, delay):
        self.fixtures, self.failures, self.seed, self.delay = fixtures, failures, seed, delay
        self.lock = threading.Lock()
        self.reset()

    def reset(self):
        with self.lock:
            self.accounts, self.requests, self.by_operation = {}, 0, {}
            self.first, self.rate = self.failures
            self.random = random.Random(self.seed)

    def stats(self):
        with self.lock:
            return {"requests": self.requests, "by_operation": dict(self.by_operation)}

    def answer(self, method, target, headers, body):
        """(operation, status, headers, bytes) of one request. HEAD is GET; the connection leaves the body out."""
        path, _, query = target.partition("?")
        method = "GET" if method == "HEAD" else method
        if path in ("/_stats", "/_reset"):
            return path, *self.control(method, path)
        try:
            segments = [unquote(segment, errors="strict") for segment in path.split("/")[1:]]
        except UnicodeDecodeError:
            segments = None
        routes = [(*r, match(r[2], segments)) for r in ROUTES if segments and match(r[2], segments) is not None]
        chosen = next((r for r in routes if r[1] == method), None)
        operation = chosen[0] if chosen else "unknown"
        failed = self.count(operation)
        if self.delay:
            time.sleep(self.delay)
        try:
            if failed:
                raise Problem(503, "unavailable")
            account = self.authorize(headers)
            if not routes:
                raise Problem(404, "not_found", path=path)
            if not chosen:
                allowed = {r[1] for r in routes} | ({"HEAD"} if any(r[1] == "GET" for r in routes) else set())
                raise Problem(405, "method_not_allowed", [("Allow", ", ".join(sorted(allowed)))])
            return operation, *self.perform(account, chosen, query, headers, body)
        except Problem as problem:
            return operation, *render(problem.status, problem.value, problem.headers)

    def control(self, method, path):
        if (method, path) == ("GET", "/_stats"):
            return render(200, self.stats())
        if (method, path) == ("POST", "/_reset"):
            self.reset()
            return render(204, None)
        return render(405, {"error": "method_not_allowed"}, [("Allow", "GET, HEAD" if path == "/_stats" else "POST")])

    def count(self, operation):
        """Counts a request and tells whether it is one that fails."""
        with self.lock:
            self.requests += 1
            self.by_operation[operation] = self.by_operation.get(operation, 0) + 1
            if self.first > 0:
                self.first -= 1
                return True
            return self.rate > 0 and self.random.random() < self.rate

    @staticmethod
    def authorize(headers):
        token = re.fullmatch(r"(?i:bearer) +([A-Za-z0-9._~+/-]+=*)", headers.get("authorization", ""))
        if not token:
            raise Problem(401, "unauthorized", [("WWW-Authenticate", 'Bearer realm="harmony"')])
        return token[1]

    def perform(self, name, chosen, query, headers, body):
        _, method, _, function, arguments = chosen
        with self.lock:
            account = self.accounts.get(name)
            if account is None:
                account = self.accounts[name] = Account(name, self.fixtures)
            if method != "GET":
                status, value = function(account, {}, body, *arguments)
                account.rendered.clear()
                return render(status, value)
            key = (function, *arguments, query)
            if key not in account.rendered:
                if len(account.rendered) >= 256:
                    account.rendered.clear()
                value = function(account, dict(parse_qsl(query, keep_blank_values=True)), body, *arguments)[1]
                _, kind, content = render(200, value)
                tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
                validators = [("ETag", tag), ("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
                account.rendered[key] = tag, validators, kind + validators, content
            tag, validators, head, content = account.rendered[key]
        known = [candidate.strip().removeprefix("W/") for candidate in headers.get("if-none-match", "").split(",")]
        if tag in known or known == ["*"]:
            return 304, validators, b""
        return 200, head, content
