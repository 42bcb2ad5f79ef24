import type { Examples } from "../proof.examples.ts";

export const nameExamples: Examples = {
  "internal-name": {
    redacts: [
      "No answer from db-1.prod.internal",
      "redis.default.svc.cluster.local:6379 refused",
      "printer-2.local",
      "cannot reach vault.local",
      "ip-10-0-0-1.eu-west-1.compute.internal",
      "db.abc123.eu-west-1.rds.amazonaws.com is down",
      "metadata.google.internal.",
      "build7.home.arpa",
      "No answer of 10-0-0-5.nip.io",
      "app.192.168.1.20.sslip.io:8080 refused",
      "api-0a000005.nip.io is down",
      "10-0-0-5.{hex:32}.plex.direct",
      "app.localtest.me",
      "{base32:16}.onion",
    ],
    keeps: [
      "Field config.local is missing.",
      "spec.cluster is required.",
      "https://api.example.com/x",
      "app.test.ts failed",
      "input.content.private is unknown",
      "System.Private is a namespace",
      "user.home must be a string",
      "93-184-216-34.nip.io is public",
      "nip.io is down",
      "a red.onion",
    ],
  },
  "address-in-name": { redacts: ["ip-10-0-0-1 is down"], keeps: ["ip-10-0 is none"] },
  localhost: { redacts: ["localhost is down", "localhost:3000 refused"], keeps: ["my-localhost-plugin"] },
};
