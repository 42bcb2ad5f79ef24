import type { Examples } from "../proof.examples.ts";

export const portExamples: Examples = {
  "host-and-port": {
    redacts: [
      "jdbc:oracle:thin:@ora-1:1521/orcl",
      "scott/tiger@//db:1521/orcl",
      "No answer from redis:6379",
      "postgres-primary:5432 refused",
      "upstream web:80 failed",
      "Error: connect to cache:11211",
      "无法连接 db-primary：5432",
      "[db-primary]:5432 refused",
      "Connection to ('redis', 6379) failed",
    ],
    keeps: [
      "a@example.com:25",
      "The base image ubuntu:22.04 is not supported.",
      "Use node:20 instead.",
      "status:404",
      "line:1200",
      "ISO-27001:2013",
      "max:5000",
      "gpt-4o:2024",
      "ratio 16:9",
      "Option [verbose]:10 is unknown",
      "[host]:5432",
      "the pair ('total', 5000)",
      '["item-1", 5000]',
    ],
  },
  "database-host": {
    redacts: [
      "Impossible de joindre base.example.fr:5432",
      "connect to orders.example.com port 6379: timeout",
      'server at "x.example.com" (203.0.113.7), port 5432 failed',
      "host=pg.example.com port=5432",
      "Server=sql.example.com,1433;",
      "host=orders.example.com user=app database=shop",
      "Data Source=sql.example.com;Initial Catalog=shop;",
    ],
    keeps: [
      "api.example.com:443 refused",
      "https://example.com:5432/x",
      "data.csv:5432",
      "see docs.example.com about database=shop",
      "see example.com, 3306 entries",
      "version 1.2.3:3306",
    ],
  },
  "host-and-port-after-scheme": {
    redacts: ["Server=tcp:sql-1,1433;", "dns:billing:8080 failed"],
    keeps: ["tcp:80", "dns:name"],
  },
  "host-and-port-after-slash": {
    redacts: ["replica set rs0/etcd-svc:27017,b"],
    keeps: ["src/x:1234", "POST /v1/name:1234"],
  },
};
