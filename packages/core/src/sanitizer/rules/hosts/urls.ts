import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith } from "../../engine/trigger.ts";
import { URL_TEXT, URL_TRIGGERS, urlOf } from "../shared/url.ts";
import { isInternalHost } from "./internal-name.ts";

/** Schemes of connections: a single label behind one is a host. Behind any other it may be a bucket, a screen or an id. */
const CONNECTION =
  /^(?:\w+\+)?(?:https?|wss?|ftps?|sftp|ssh|scp|tcp|udp|tls|ssl|quic|grpcs?|h2c?|postgres(?:ql)?|pg|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mqtts?|nats|kafka|sqlserver|mssql|oracle|clickhouse|cassandra|couchbases?|cockroachdb|neo4j|bolt|memcached?|ldaps?|smtps?|imaps?|pop3s?|jdbc|db2|redshift|influxdb|stomp|socks[45]?h?|rtsp|rdp|vnc|smb|nfs|git|svn|elasticsearch|opensearch|etcd|consul|zookeeper|zk|dns|ntp|syslog|telnet|otlp|proxy|unix)(?:\+\w+)*$/;

/** Schemes whose first part is no host at all. */
const NO_AUTHORITY =
  /^(?:file|node|webpack\S*|turbopack|rsc|vite|s3a?|gs|gcs|az|abfss?|wasbs?|hdfs|dbfs|oci|docker\S*|npm|data|blob|unix)$/;

/** URLs at internal hosts: the whole URL goes, since its path speaks of the inside too. */
export const hostUrlRules = (): readonly BuiltInRule[] => [
  {
    id: "internal-url",
    kind: "host",
    needs: 0,
    triggers: URL_TRIGGERS,
    pattern: URL_TEXT,
    locate: (match) => {
      const { scheme, host, port, whole } = urlOf(match);
      if (!isInternalHost(host) || NO_AUTHORITY.test(scheme) || /^\[(?:credential|host|path)?$/.test(host))
        return undefined;
      return /[.:\]]/.test(host) || port !== "" || CONNECTION.test(scheme) ? whole : undefined;
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
    keeps: [
      "https://example.com/docs",
      "file:///x",
      "s3://bucket/key",
      "chrn://x/y",
      "gid://shopify/Product/123",
      "myapp://login",
      "https://93.184.216.34/",
    ],
  },
  {
    id: "oracle-or-jdbc-host",
    kind: "host",
    needs: TRAIT.at | TRAIT.colon,
    triggers: [beginsWith("@")],
    pattern: /@(?:\/\/)?(?<private>[A-Za-z][\w-]*:\d{2,5})(?=[/:]\w)/g,
    redacts: ["jdbc:oracle:thin:@ora-1:1521/orcl", "scott/tiger@//db:1521/orcl"],
    keeps: ["a@example.com:25"],
  },
];
