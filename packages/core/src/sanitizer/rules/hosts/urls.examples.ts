import type { Examples } from "../proof.examples.ts";

export const hostUrlExamples: Examples = {
  "internal-url": {
    redacts: [
      "https://api.example.com/x?next=http://vault/v1/x&page=2",
      "https://api.example.com/x?next=https%3A%2F%2Fwiki.corp.example%2Fx&page=2",
      "http://billing-api:8080/v1/x failed",
      "redis://cache/0",
      "https://10.0.0.5/x",
      "http://2130706433/",
      "http://[fd00::1]:80/",
      "http://0x7f000001/x",
      "http:\\/\\/db.internal\\/x",
      "postgres://orders.example.com/shop",
      "afp://nas1/x",
      "https://[credential]@gitlab.corp.example/a.git",
      "https://oauth2:{alnum:20}@files.intra.example.net/a.git",
    ],
    keeps: [
      "https://api.example.com/x?next=https%3A%2F%2Fexample.com%2Fx",
      "https://example.com/docs",
      "file:///x",
      "s3://bucket/key",
      "chrn://x/y",
      "gid://shopify/Product/123",
      "myapp://login",
      "https://93.184.216.34/",
      "Invalid URL: http://x",
      "http://host:port/path is expected",
    ],
  },
};
