"""HTTP/1.1 over sockets."""
import re
import socketserver
import sys
import time
from email.utils import formatdate
from http import HTTPStatus

from .api import render
from .errors import Problem

MAX_LINE, MAX_HEADERS, MAX_BODY = 16 * 1024, 100, 1024 * 1024


class Connection(socketserver.StreamRequestHandler):
    """One client's connection, kept alive; each answer is written by a single call."""

    disable_nagle_algorithm = True
    rbufsize = 64 * 1024

    def handle(self):
        try:
            while self.exchange():
                pass
        except (ConnectionError, TimeoutError):
            pass  # the client went away

    def exchange(self):
        """Serves one request; false when the connection ends."""
        line = self.rfile.readline(MAX_LINE)
        if line in (b"\r\n", b"\n"):
            line = self.rfile.readline(MAX_LINE)
        if not line:
            return False
        started = time.monotonic()
        method = target = "-"
        operation, keep_alive = "-", False
        try:
            method, target, version = self.request_line(line)
            headers = self.headers()
            body = self.body(version, headers)
            token = headers.get("connection", "").lower()
            keep_alive = "close" not in token and (version == "HTTP/1.1" or "keep-alive" in token)
            operation, status, head, content = self.server.api.answer(method, target, headers, body)
        except Problem as problem:  # the request could not be read, so neither can the next
            keep_alive = False
            status, head, content = render(problem.status, problem.value, problem.headers)
        self.write(status, head, content, method == "HEAD", keep_alive)
        if self.server.verbose:
            milliseconds = (time.monotonic() - started) * 1000
            shown = target.encode("unicode_escape").decode()
            print(f"{method} {shown} {status} {operation} {milliseconds:.1f} ms", file=sys.stderr, flush=True)
        return keep_alive

    def request_line(self, line):
        parts = line.decode("latin-1").split(" ")
        if len(parts) != 3 or parts[2].strip() not in ("HTTP/1.1", "HTTP/1.0") or not parts[0].isalpha():
            raise Problem(400, "bad_request", reason="malformed request line")
        method, target, version = parts[0], parts[1], parts[2].strip()
        if target.lower().startswith("http://"):  # the absolute form, as sent to a proxy
            target = "/" + target[7:].partition("/")[2]
        if not target.startswith("/"):
            raise Problem(400, "bad_request", reason="malformed request target")
        return method, target, version

    def headers(self):
        headers = {}
        for _ in range(MAX_HEADERS):
            line = self.rfile.readline(MAX_LINE)
            if line in (b"\r\n", b"\n"):
                return headers
            name, colon, value = line.decode("latin-1").partition(":")
            if not colon or not line.endswith(b"\n") or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
                raise Problem(400, "bad_request", reason="malformed header")
            name, value = name.lower(), value.strip()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        raise Problem(431, "too_many_headers")

    def body(self, version, headers):
        host = headers.get("host", "")
        if version == "HTTP/1.1" and "host" not in headers:
            raise Problem(400, "bad_request", reason="no Host header")
        if self.server.host_check and re.fullmatch(r"(127\.0\.0\.1|localhost)(:[0-9]+)?", host) is None:
            raise Problem(421, "misdirected_request")
        if "transfer-encoding" in headers:
            raise Problem(411, "length_required")
        length = headers.get("content-length", "0")
        if not re.fullmatch(r"[0-9]{1,18}", length):
            raise Problem(400, "bad_request", reason="malformed Content-Length")
        if int(length) > MAX_BODY:
            raise Problem(413, "content_too_large")
        if headers.get("expect", "").lower() == "100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise ConnectionError("the client closed within a body")
        return body

    def write(self, status, headers, content, is_head, keep_alive):
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Date: {formatdate(usegmt=True)}"]
        lines += [f"{name}: {value}" for name, value in headers]
        if status not in (204, 304):
            lines.append(f"Content-Length: {len(content)}")
        lines.append("Connection: keep-alive" if keep_alive else "Connection: close")
        head = ("\r\n".join(lines) + "\r\n\r\n").encode()
        self.connection.sendall(head if is_head else head + content)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, port, api, verbose, host_check):
        self.api, self.verbose, self.host_check = api, verbose, host_check
        super().__init__(("127.0.0.1", port), Connection)
