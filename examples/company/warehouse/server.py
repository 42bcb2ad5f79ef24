"""Counts what is on the shelves. Python's standard library only; the codes are generated from the catalog."""

import json
import os
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import codes

# The version of the protocol that this service speaks.
VERSION = "2026-10-04"

SHELVES = {"chair": 40, "lamp": 2}


class ContractError(Exception):
    """An error of the catalog."""

    def __init__(self, code, message=None, detail=None, retry_after=None):
        super().__init__(code)
        self.code = code
        self.message = message or codes.ERROR_FACTS[code].message
        self.detail = detail
        self.retry_after = retry_after


def reserve(order):
    """Takes articles from a shelf."""
    sku, quantity = order["sku"], order["quantity"]
    if sku == "safe":
        # What a service reveals by mistake must not reach a customer.
        raise ContractError(codes.ACME_SHELF_LOCKED, "locked by postgres://count:hunter2@10.0.0.7/shelves")
    if sku == "piano":
        raise ContractError(codes.ACME_WAREHOUSE_CLOSED, retry_after=30)
    available = SHELVES.get(sku, 0)
    if quantity > available:
        raise ContractError(codes.ACME_OUT_OF_STOCK, detail={"sku": sku, "available": available})
    return {"reservation": uuid.uuid4().hex[:8]}


class Handler(BaseHTTPRequestHandler):
    """Answers as the contract demands."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path != "/v1/reservations":
                raise ContractError(codes.ACME_ROUTE_NOT_FOUND)
            self.answer(200, reserve(json.loads(body)))
        except ContractError as error:
            self.fail(error)
        except Exception:  # An unknown error must not leak anything.
            self.fail(ContractError(codes.ACME_INTERNAL_ERROR, detail={"correlation_id": self.request_id()}))

    def fail(self, error):
        facts = codes.ERROR_FACTS[error.code]
        status = facts.status[0]
        trace = (self.headers.get("traceparent") or "--").split("-")[1]
        line = {"service": "warehouse", "trace": trace, "request_id": self.request_id()}
        print(json.dumps({**line, "status": status, "code": error.code}), flush=True)
        envelope = {
            "type": facts.type,
            "code": error.code,
            "message": error.message,
            "param": None,
            "detail": error.detail,
        }
        self.answer(status, {"error": envelope}, error.retry_after)

    def answer(self, status, body, retry_after=None):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("UHP-Version", VERSION)
        self.send_header("x-request-id", self.request_id())
        if retry_after is not None:
            self.send_header("Retry-After", str(retry_after))
        self.end_headers()
        self.wfile.write(data)

    def request_id(self):
        return self.headers.get("x-request-id") or "none"

    def log_message(self, *_):
        """Only errors are logged."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
    server.serve_forever()
