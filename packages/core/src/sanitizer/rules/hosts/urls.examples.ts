import type { Examples } from "../proof.examples.ts";

export const hostUrlExamples: Examples = {
  "internal-url": {
    redacts: [
      "http://billing-api:8080/v1/x failed",
      "redis://cache/0",
      "https://10.0.0.5/x",
      "http://2130706433/",
      "http://[fd00::1]:80/",
      "http://0x7f000001/x",
      "http:\\/\\/db.internal\\/x",
      "postgres://orders.example.com/shop",
      "afp://nas1/x",
    ],
    keeps: [
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
  "oracle-or-jdbc-host": {
    redacts: ["jdbc:oracle:thin:@ora-1:1521/orcl", "scott/tiger@//db:1521/orcl"],
    keeps: ["a@example.com:25"],
  },
};
