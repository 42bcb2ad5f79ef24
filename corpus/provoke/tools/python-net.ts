import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";
import { startServers } from "./servers.ts";

const PYTHON = "/usr/bin/python3";

const HEAD = `
import sys, warnings
warnings.simplefilter("ignore")
def t(name, f):
    try: f()
    except BaseException as e: print("@@ " + name); print(str(e))
`;

const REQUESTS = String.raw`
import requests
t("refused", lambda: requests.get("http://127.0.0.1:6393/v1/orders", timeout=2))
t("refused-localhost", lambda: requests.post("http://localhost:6394/hooks?key={{hexKey32:41}}", timeout=2))
t("unknown-host", lambda: requests.get("http://billing-api.default.svc.cluster.local:8080/v1/invoices/118", timeout=2))
t("unknown-single-label", lambda: requests.get("http://inventory/health", timeout=2))
t("unknown-public", lambda: requests.get("https://rates.example.com/latest?access_key={{hexKey32:42}}", timeout=2))
t("status-raised", lambda: requests.get("http://127.0.0.1:PORT/status/503", timeout=2).raise_for_status())
t("status-token", lambda: requests.get("http://localhost:PORT/status/403?token={{githubToken:43}}", timeout=2).raise_for_status())
t("read-timeout", lambda: requests.get("http://127.0.0.1:PORT/slow", timeout=0.3))
t("redirects", lambda: requests.get("http://127.0.0.1:PORT/loop", timeout=2))
t("closed", lambda: requests.get("http://127.0.0.1:PORT/close", timeout=2))
t("schema", lambda: requests.get("api.example.com/v1"))
t("invalid-url", lambda: requests.get("http://"))
t("adapter", lambda: requests.get("s3://exports/2024-05.csv"))
t("ca-missing", lambda: requests.get("https://localhost:6395/", verify="/etc/acme/ca-bundle.pem", timeout=2))
t("proxy", lambda: requests.get("http://api.example.com/", proxies={"http": "http://proxy:{{simplePassword:44}}@proxy.corp:3128"}, timeout=2))
t("header", lambda: requests.get("http://127.0.0.1:PORT/", headers={"X-Api-Key": "{{hexKey32:45}}\n"}, timeout=2))
t("self-signed", lambda: requests.get("https://localhost:TLSPORT/", timeout=2))
`;

const URLLIB = `
import urllib.request as u
t("refused", lambda: u.urlopen("http://127.0.0.1:6396/", timeout=2))
t("unknown-host", lambda: u.urlopen("http://vault.service.consul:8200/v1/secret", timeout=2))
t("status", lambda: u.urlopen("http://127.0.0.1:PORT/status/404", timeout=2))
t("unknown-type", lambda: u.urlopen("ordrs://118"))
t("file", lambda: u.urlopen("file:///srv/shop/exports/may.csv"))
t("self-signed", lambda: u.urlopen("https://127.0.0.1:TLSPORT/", timeout=2))
t("not-tls", lambda: u.urlopen("https://127.0.0.1:PORT/", timeout=2))
`;

const SOCKET = `
import socket
t("gaierror", lambda: socket.create_connection(("pg-main", 5432)))
t("refused", lambda: socket.create_connection(("::1", 6397), timeout=2))
t("unix-missing", lambda: socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock"))
t("timeout", lambda: socket.create_connection(("127.0.0.1", PORT), timeout=0.3).recv(1))
t("in-use", lambda: socket.socket().bind(("127.0.0.1", PORT)))
`;

const PSYCOPG2 = `
import psycopg2
t("unknown-host", lambda: psycopg2.connect("postgresql://app:{{simplePassword:46}}@db-1.prod.internal:5432/orders"))
t("refused", lambda: psycopg2.connect(host="127.0.0.1", port=6398, user="app", password="{{simplePassword:47}}", dbname="orders"))
t("refused-localhost", lambda: psycopg2.connect("host=localhost port=6398 dbname=orders"))
t("unix-socket", lambda: psycopg2.connect("dbname=orders"))
t("dsn-syntax", lambda: psycopg2.connect("host=10.20.3.17 password {{simplePassword:48}}"))
t("dsn-option", lambda: psycopg2.connect("postgresql://app:{{simplePassword:49}}@10.20.3.17/orders?sslmod=require"))
t("closed", lambda: psycopg2.connect(host="127.0.0.1", port=PORT, user="app", dbname="orders", connect_timeout=2))
t("sslmode", lambda: psycopg2.connect("host=127.0.0.1 port=6398 sslmode=sometimes"))
t("cert-missing", lambda: psycopg2.connect("host=127.0.0.1 port=PGPORT sslmode=verify-full sslrootcert=/etc/acme/pg-root.crt"))
`;

const PYMYSQL = `
import pymysql
t("refused", lambda: pymysql.connect(host="127.0.0.1", port=6399, user="app", password="{{simplePassword:50}}"))
t("unknown-host", lambda: pymysql.connect(host="mysql-primary.prod.internal", user="app", password="x"))
t("rds", lambda: pymysql.connect(host="orders.cx7d2kq9.eu-central-1.rds.amazonaws.com", user="app", password="x"))
t("unix-socket", lambda: pymysql.connect(unix_socket="/var/run/mysqld/mysqld.sock", user="app"))
t("escape", lambda: pymysql.converters.escape_item({1, (2, 3)}, "nope", {}))
`;

const REDIS = `
import redis
r = lambda url: redis.Redis.from_url(url, socket_timeout=2).ping()
t("refused", lambda: r("redis://:{{hexKey32:51}}@127.0.0.1:6400/0"))
t("unknown-host", lambda: r("redis://cache-0.cache.default.svc.cluster.local:6379"))
t("unknown-single-label", lambda: r("redis://sessions-cache:6379"))
t("unix-socket", lambda: r("unix:///var/run/redis/redis.sock"))
t("scheme", lambda: r("reddis://10.20.3.17:6379"))
t("wrong-password", lambda: r("redis://:{{hexKey32:52}}@localhost:REDISPORT/0"))
t("not-redis", lambda: r("redis://127.0.0.1:PORT/0"))
t("arguments", lambda: redis.Redis().execute_command())
`;

const PYMONGO = `
import pymongo
c = lambda url: pymongo.MongoClient(url, serverSelectionTimeoutMS=300).admin.command("ping")
t("refused", lambda: c("mongodb://app:{{simplePassword:53}}@127.0.0.1:6401/orders"))
t("unknown-host", lambda: c("mongodb://mongo-0.mongo.svc.cluster.local/orders?replicaSet=rs0"))
t("bad-uri", lambda: c("mongo://app:x@10.20.3.17/orders"))
t("port", lambda: c("mongodb://10.20.3.17:270177"))
t("srv", lambda: c("mongodb+srv://app:{{simplePassword:55}}@localhost/orders"))
`;

const SMTP = `
import smtplib
t("closed", lambda: smtplib.SMTP("127.0.0.1", PORT, timeout=1))
t("not-connected", lambda: smtplib.SMTP().sendmail("orders@example.com", "ann@example.com", "hi"))
`;

const SQLALCHEMY = `
import sqlalchemy as s
memory = s.create_engine("sqlite://").connect()
memory.execute(s.text("create table users(email text unique, age int check(age > 0))"))
one = lambda: memory.execute(s.text("insert into users values(:e, :a)"), {"e": "ann@example.com", "a": 31})
one()
t("unique", one)
t("no-column", lambda: memory.execute(s.text("select nickname from users")))
t("bind-missing", lambda: memory.execute(s.text("select :a")))
t("refused", lambda: s.create_engine("postgresql://app:{{simplePassword:56}}@127.0.0.1:6403/orders").connect())
t("unknown-host", lambda: s.create_engine("postgresql://app:x@orders-db:5432/orders").connect())
t("sqlite-file", lambda: s.create_engine("sqlite:////var/lib/acme-missing/orders.db").connect())
t("dialect", lambda: s.create_engine("postgress://app@10.20.3.17/orders"))
t("url", lambda: s.create_engine("10.20.3.17:5432 password={{simplePassword:57}}"))
`;

const YAML = String.raw`
import yaml
open("values.yaml", "w").write("image: orders\n  tag: 1.4.2\n")
t("mapping", lambda: yaml.safe_load("image: orders\n  tag: 1.4.2\n"))
t("mapping-in-file", lambda: yaml.safe_load(open("@@WORK/values.yaml".replace("@@WORK", __import__("os").getcwd()))))
t("tab", lambda: yaml.safe_load("a:\n\t- b\n"))
t("tag", lambda: yaml.safe_load("!!python/object:orders.Order {}"))
t("alias", lambda: yaml.safe_load("total: *net"))
t("flow", lambda: yaml.safe_load("[1, 2"))
`;

const HOSTS = ["inventory", "rates.example.com", "pg-main", "sessions-cache", "orders-db"];

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const servers = await startServers();
  const all: [string, string][] = [
    ["requests/", REQUESTS],
    ["python/urllib-", URLLIB],
    ["python/socket-", SOCKET],
    ["psycopg2/", PSYCOPG2],
    ["pymysql/", PYMYSQL],
    ["redis-py/", REDIS],
    ["pymongo/", PYMONGO],
    ["python/smtplib-", SMTP],
    ["sqlalchemy/", SQLALCHEMY],
    ["pyyaml/", YAML],
  ];
  const harmless = ["api.example.com"];
  for (const [prefix, program] of all) {
    const options: Provocation = {
      files: { "main.py": servers.fill(HEAD + program) },
      hosts: HOSTS,
      harmless,
      ports: servers.ports,
    };
    await kit.batch(prefix, [PYTHON, "main.py"], options);
  }
  servers.close();
}
