"""The oldest ClickHouse of the tests behind its HTTP interface: python chdb-server.py MODULES DATA PORT KEY (see chdb-server.mjs)."""

import re
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

# chdb imports it for data frames, which nothing here asks for.
sys.modules["pyarrow"] = types.ModuleType("pyarrow")

from chdb.session import Session  # noqa: E402

_modules, data, port, key = sys.argv[1:5]
session = Session(data)
# Connections stay open, and so each needs a thread; the session takes one statement at a time.
turn = threading.Lock()
# Of the interface itself, and no settings of the engine.
INTERFACE = {"query", "database", "default_format", "wait_end_of_query"}


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def answer(search, body):
    """Runs one statement with the settings and parameters of its request."""
    if "database" in search:
        session.query(f"USE `{search['database']}`")
    session.query("SET insert_deduplication_token = ''")
    for name, value in search.items():
        if name not in INTERFACE:
            session.query(f"SET {name} = {quoted(value)}")
    query = search.get("query")
    sql = body if query is None else f"{query}\n{body}"
    found = session.query(sql, search.get("default_format", "TabSeparated"))
    return found.bytes() if hasattr(found, "bytes") else b""


class Interface(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Longer than clients keep connections, so that a busy engine closes none that is about to be used.
    timeout = 120

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode("utf8")
        status, headers = 200, {}
        try:
            if self.headers.get("x-clickhouse-key") != key:
                raise PermissionError("Code: 516. DB::Exception: (AUTHENTICATION_FAILED)")
            search = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
            with turn:
                said = answer(search, body)
        except Exception as error:
            said = str(error).encode()
            code = re.search(r"Code: (\d+)", str(error))
            status = 500
            if code:
                headers["x-clickhouse-exception-code"] = code[1]
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(said))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(port)), Interface)
server.serve_forever()
