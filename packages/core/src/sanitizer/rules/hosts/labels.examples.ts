import type { Examples } from "../proof.examples.ts";

export const labelExamples: Examples = {
  "user-at-label": {
    redacts: [
      "scp a deploy@bastion: timed out",
      "orders@redis/orcl",
      "on node 'rabbit@mq-0.mq.default'. Please see",
      "node emqx@10.0.0.5.pool is down",
      "{nodedown,'rabbit@mq-1.mq.ns'}",
      "celery@worker-1.pool missed heartbeat",
    ],
    keeps: [
      "ops@example.com",
      "react@latest",
      "name@1.2.3",
      "actions/checkout@v4",
      "The node owner is ops@example.com",
    ],
  },
  "java-host-and-address": {
    redacts: ["Connect to orders-svc:6379 [orders-svc/100.109.102.7:6379] failed"],
    keeps: ["Chrome/10.0.3.7"],
  },
  "mounted-export": {
    redacts: ["mount.nfs: nas:/export/home failed", "mount filer01:/vol/x: access denied", "scp bastion:/etc/x failed"],
    keeps: [
      "mount C:/x first",
      "mount failed:/dev/sda1",
      "Export error:/x",
      "nas:/export is a name",
      "mount http://x.example.com/y",
    ],
  },
  "certificate-name": { redacts: ["altnames: DNS:*.acme.internal, DNS:redis"], keeps: ["DNS: none"] },
  "host-flag": {
    redacts: [
      "redis-cli -h etcd-svc ping timed out",
      "psql -h postgres timed out",
      "Cannot connect with -h warehouse.local",
    ],
    keeps: [
      "psql -h api.example.com",
      "use --host to say which",
      "Run it with -h para to read about it",
      "-f file -h prikaži sporočilo",
    ],
  },
  "certificate-names": {
    redacts: ["x509: certificate is valid for a.example.com, nas, not redis"],
    keeps: ["The certificate is valid for 90 days"],
  },
  "quoted-host": {
    redacts: [
      "Host 'billing-api' is not allowed to connect",
      "127.0.6.192:5432 (billing-api): dial error",
      "[{a}{rabbitmq}{127.0.0.1:9300}]",
      "relay=mx-int-1[10.0.0.1]:25 refused",
    ],
    keeps: ["Host 'api.example.com' is not allowed", "at 10:30 (noon)"],
  },
  "share-or-protocol-relative": {
    redacts: ["smbclient //minio-1/share", "rewritten to //minio:443/assets"],
    keeps: ["//cdn.example.com/x", "// a comment/x"],
  },
  "service-said-to-be-down": {
    redacts: ["Please report that `redis` is down"],
    keeps: ["'checkout' is down", "the site is down"],
  },
};
