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
  "pod-name": {
    redacts: ["pod billing-api-7d9f8b6c5d-x2x4z was evicted", "job nightly-report-28890673-9xdm9"],
    keeps: ["gpt-4o-mini-2024-07-18", "claude-3-5-sonnet-20241022"],
  },
  "numbered-service": {
    redacts: [
      "postgres-0 is not ready",
      "shop-redis-1 exited",
      "kafka-broker-2:9092",
      "could not connect to mq-0.mq.default",
      "peer etcd-1.etcd.kube-system:2379 is unreachable",
    ],
    keeps: ["node-20 is required", "step-3", "worker-1 of 4", "api-2 is newer"],
  },
  "container-id": { redacts: ["container {hex:12} exited"], keeps: ["container started"] },
  "nothing-but-a-host": { redacts: ["kafka-broker"], keeps: ["not-found", "kafka"] },
  "numbered-machine": {
    redacts: ["Request was routed to web04 and timed out", "upstream web-06"],
    keeps: ["web04 is a name", "see api2.example.com"],
  },
};
