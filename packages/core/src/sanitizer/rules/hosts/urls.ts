import type { Span } from "../../engine/rule.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isDatabaseScheme, readUrl, URL_TEXT, URL_TRIGGERS } from "../shared/url.ts";
import { isInternalHost } from "./internal-hosts.ts";

/** Schemes of other connections. A single label after one is a host; after any other scheme it may be a bucket, a screen or an id. */
const CONNECTION =
  /^(?:\w+\+)?(?:https?|wss?|ftps?|sftp|ssh|scp|tcp|udp|tls|ssl|quic|grpcs?|h2c?|ldaps?|smtps?|imaps?|pop3s?|socks[45]?h?|rtsp|rdp|vnc|smb|cifs|afp|nfs|rsync|iscsi|davs?|ipps?|sips?|xmpp|coaps?|opc\.tcp|git|svn|elasticsearch|opensearch|etcd|consul|zookeeper|zk|dns|ntp|syslog|telnet|otlp|proxy|unix)(?:\+\w+)*$/;

/** Schemes that are followed by something other than a host. */
const NO_AUTHORITY =
  /^(?:file|node|webpack\S*|turbopack|rsc|vite|s3a?|gs|gcs|az|abfss?|wasbs?|hdfs|dbfs|oci|docker\S*|npm|data|blob|unix)$/;

/** Names that stand for any host in an example. */
const ANY_HOST = /^(?:[a-z]|foo|bar|example|host(?:name)?|domain)$/i;

function locateInternal(match: RegExpExecArray): Span | undefined {
  const { scheme, userinfo, host, port, whole } = readUrl(match);
  const stores = isDatabaseScheme(scheme);
  if (!(stores && host.includes(".")) && !isInternalHost(host)) return undefined;
  if (NO_AUTHORITY.test(scheme) || /^\[(?:credential|host|path)?$/.test(host)) return undefined;
  if (userinfo === undefined && port === "" && ANY_HOST.test(host)) return undefined;
  return /[.:\]]/.test(host) || port !== "" || stores || CONNECTION.test(scheme) ? whole : undefined;
}

/** URLs of internal hosts. The whole URL is removed, because its path is internal too. */
export const hostUrlRules = (): RuleTable => ({
  "internal-url": {
    triggers: URL_TRIGGERS,
    pattern: URL_TEXT,
    locate: locateInternal,
  },
});
