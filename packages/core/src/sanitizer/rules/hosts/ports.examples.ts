import type { Examples } from "../proof.examples.ts";

export const portExamples: Examples = {
  "host-and-port": {
    redacts: [
      "No answer from redis:6379",
      "postgres-primary:5432 refused",
      "upstream web:80 failed",
      "Error: connect to cache:11211",
    ],
    keeps: [
      "The base image ubuntu:22.04 is not supported.",
      "Use node:20 instead.",
      "status:404",
      "line:1200",
      "ISO-27001:2013",
      "max:5000",
      "gpt-4o:2024",
      "ratio 16:9",
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
