import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

const PYTHON = "/usr/bin/python3";

/** `[what, program, options]`; the program is `app/main.py`. */
const TRACEBACKS: [string, string, Provocation?][] = [
  [
    "value-error",
    `def parse(line):\n    sku, quantity = line.split(";")\n    return sku, int(quantity)\n\nparse("A-1;two")\n`,
  ],
  [
    "value-error-flat",
    `def parse(line):\n    return int(line)\n\ndef main():\n    return [parse(line) for line in ["1", "two"]]\n\nmain()\n`,
    { flat: true },
  ],
  [
    "chained-during",
    `def load(row):\n    try:\n        return row["total"]\n    except KeyError:\n        return row["sum"]\n\nload({"id": 118})\n`,
  ],
  [
    "chained-cause",
    `class OrderError(Exception):\n    pass\n\ndef load(number):\n    try:\n        return {}[number]\n    except KeyError as error:\n        raise OrderError(f"order {number} is unknown") from error\n\nload(118)\n`,
  ],
  [
    "chained-cause-flat",
    `class ConfigError(Exception):\n    pass\n\ndef read():\n    try:\n        open("/etc/orders/limits.toml")\n    except OSError as error:\n        raise ConfigError("cannot read limits") from error\n\nread()\n`,
    { flat: true },
  ],
  [
    "missing-file",
    `import json\n\ndef settings():\n    with open("/srv/shop/config/settings.json") as file:\n        return json.load(file)\n\nsettings()\n`,
  ],
  [
    "json-in-library",
    `import json\n\ndef answer(body):\n    return json.loads(body)\n\nanswer("<html>502 Bad Gateway</html>")\n`,
  ],
  [
    "connection-refused",
    `import socket\n\ndef connect():\n    return socket.create_connection(("127.0.0.1", 6390), timeout=2)\n\nconnect()\n`,
  ],
  [
    "gaierror",
    `import socket\n\ndef connect():\n    return socket.create_connection(("billing-api.default.svc.cluster.local", 8080), timeout=2)\n\nconnect()\n`,
  ],
  ["gaierror-flat", `import socket\n\nsocket.getaddrinfo("kafka-0.kafka.svc.cluster.local", 9092)\n`, { flat: true }],
  [
    "urllib-in-library",
    `import urllib.request\n\ndef rates():\n    return urllib.request.urlopen("http://rates.internal/latest", timeout=2)\n\nrates()\n`,
    { flat: true },
  ],
  ["recursion", `def walk(node):\n    return walk(node["parent"])\n\nnode = {}\nnode["parent"] = node\nwalk(node)\n`],
  [
    "zero-division-nested",
    `class Basket:\n    def __init__(self, lines):\n        self.lines = lines\n\n    def average(self):\n        return sum(self.lines) / len(self.lines)\n\nprint(Basket([]).average())\n`,
  ],
  ["syntax-error", `def total(lines)\n    return sum(lines)\n`],
  ["indentation-error", `def total(lines):\nreturn sum(lines)\n`],
  ["import-error", `from decimal import Money\n`],
  ["module-not-found", `from orders.repository import OrderRepository\n`],
  [
    "assertion",
    `def ship(order):\n    assert order["paid"], "order must be paid before it is shipped"\n\nship({"paid": False})\n`,
  ],
  [
    "password-in-source",
    `def connect(url):\n    raise RuntimeError("connection lost")\n\nconnect("postgresql://app:{{simplePassword:31}}@orders-db.internal:5432/orders")\n`,
  ],
  [
    "token-in-message",
    `import urllib.parse\n\ndef check(url):\n    if urllib.parse.urlsplit(url).scheme != "https":\n        raise ValueError(f"refusing to send to {url}")\n\ncheck("http://hooks.corp/in?token={{hexKey32:32}}")\n`,
  ],
  ["token-in-message-flat", `def sign(key):\n    raise KeyError(key)\n\nsign("{{stripeKey:33}}")\n`, { flat: true }],
  [
    "thread",
    `import threading\n\ndef work():\n    raise RuntimeError("worker stopped after 3 attempts")\n\nthread = threading.Thread(target=work, name="mailer-1")\nthread.start()\nthread.join()\n`,
  ],
  ["del-ignored", `class Session:\n    def __del__(self):\n        self.handle.close()\n\nSession()\n`],
  [
    "subprocess-check",
    `import subprocess\n\nsubprocess.run(["/bin/sh", "-c", "exit 4"], check=True)\n`,
    { flat: true },
  ],
];

const ASYNCIO = `import asyncio

async def fetch(name):
    await asyncio.sleep(0)
    await asyncio.open_connection("127.0.0.1", 6391)

async def main():
    await asyncio.gather(fetch("a"))

asyncio.run(main())
`;

const GROUP = `import asyncio

async def refuse(number):
    raise ValueError(f"line {number} has no quantity")

async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(refuse(1))
        group.create_task(refuse(2))

asyncio.run(main())
`;

const UNRETRIEVED = `import asyncio

async def job():
    raise LookupError("no such job: nightly-export")

async def main():
    asyncio.create_task(job())
    await asyncio.sleep(0.01)

asyncio.run(main())
`;

const UNITTEST = `import unittest

class TotalTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(1199, 1200)

unittest.main()
`;

const LOGGING = `import logging

logging.basicConfig(format="%(levelname)s %(name)s %(message)s")
log = logging.getLogger("orders.worker")

def charge(order):
    raise ConnectionResetError(104, "Connection reset by peer")

try:
    charge(118)
except OSError:
    log.exception("charging order 118 failed")
`;

const LOGGING_FORMAT = `import logging

logging.getLogger("orders").warning("order %d of %s", "A-118")
`;

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  for (const [what, program, options] of TRACEBACKS) {
    const all = { lang: "python", files: { "app/main.py": program }, ...options };
    await kit.run(`python/traceback-${what}`, [PYTHON, "@WORK@/app/main.py"], all);
  }
  const more: [string, string, boolean][] = [
    ["python/asyncio-gather-refused", ASYNCIO, false],
    ["python/asyncio-gather-refused-flat", ASYNCIO.replace("6391", "6392"), true],
    ["python/asyncio-task-group", GROUP, false],
    ["python/asyncio-never-retrieved", UNRETRIEVED, false],
    ["python/unittest-assert-equal", UNITTEST, false],
    ["python/logging-exception", LOGGING, false],
    ["python/logging-exception-flat", LOGGING, true],
    ["python/logging-format-args", LOGGING_FORMAT, false],
  ];
  for (const [id, program, flat] of more) {
    await kit.run(id, [PYTHON, "@WORK@/worker/jobs.py"], {
      lang: "python",
      flat,
      files: { "worker/jobs.py": program },
    });
  }
}
