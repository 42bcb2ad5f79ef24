import type { BuiltInRule } from "../../rule.ts";
import { TRAIT } from "../../traits.ts";
import { URL_TEXT, urlOf } from "../url.ts";
import { isInternalHost } from "./internal-name.ts";

/** Schemes whose first part is no host: files, buckets, modules, ids. */
const NO_AUTHORITY =
  /^(?:file|node|webpack(?:-internal)?|turbopack|rsc|vite|app|capacitor|s3a?|gs|gcs|az|abfss?|wasbs?|hdfs|dbfs|oci|docker|docker-image|npm|urn|data|blob|about|chrome(?:-extension)?|moz-extension|vscode(?:-\w+)?|electron|asar|jar|zip|content|android-app|ios-app|resource|res|classpath|mailto|tel|sms|intent|market|slack|zoommtg|spotify|steam|did|ipfs|ipns|magnet|bitcoin|doi|arxiv|pkg|purl|spiffe|arn|mcp|ui|custom|x|cid|mid|view-source|wasm|deno|bun|rollup|ng|hermes|metro|package|dart|projects?|models?|registry|huggingface|hf|mlflow|ray|openai|chrn|harness|skill|git\+ssh|env|op|vault|secret|ssm|prompt|memory|workspace|attachment|sandbox|urn\w*)$/;

/** URLs at internal hosts: the whole URL goes, since its path speaks of the inside too. */
export const HOST_URLS: readonly BuiltInRule[] = [
  {
    id: "internal-url",
    kind: "host",
    needs: TRAIT.slash,
    hint: /:\/\/|%3A%2F|:\\\//i,
    pattern: URL_TEXT,
    locate: (match) => {
      const { scheme, host, whole } = urlOf(match);
      if (NO_AUTHORITY.test(scheme) || /^\[(?:credential|host|path)?$/.test(host)) return undefined;
      return isInternalHost(host) ? whole : undefined;
    },
    redacts: [
      "http://billing-api:8080/v1/x failed",
      "redis://cache/0",
      "https://10.0.0.5/x",
      "http://2130706433/",
      "http://[fd00::1]:80/",
      "http://0x7f000001/x",
      "http:\\/\\/db.internal\\/x",
    ],
    keeps: ["https://example.com/docs", "file:///x", "s3://bucket/key", "chrn://x/y", "https://93.184.216.34/"],
  },
  {
    id: "oracle-or-jdbc-host",
    kind: "host",
    needs: TRAIT.at | TRAIT.colon,
    pattern: /@(?:\/\/)?(?<private>[A-Za-z][\w-]*:\d{2,5})(?=[/:]\w)/g,
    redacts: ["jdbc:oracle:thin:@ora-1:1521/orcl", "scott/tiger@//db:1521/orcl"],
    keeps: ["a@example.com:25"],
  },
];
