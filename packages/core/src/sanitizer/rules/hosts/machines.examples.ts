import type { Examples } from "../proof.examples.ts";

export const machineExamples: Examples = {
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
