const SERVICE =
  /(?:^|[-_])(?:redis|valkey|postgres\w*|pg|pgbouncer|mysql|mariadb|mongo\w*|db|database|kafka|broker|zookeeper|zk|rabbit\w*|amqp|nats|mq|queue|elastic\w*|es|opensearch|solr|memcached?|cache|cassandra|scylla|clickhouse|minio|etcd|consul|vault|nginx|haproxy|envoy|traefik|proxy|gateway|gw|lb|api|svc|service|server|srv|backend|frontend|web|www|app|auth|worker|scheduler|grpc|host|node|master|primary|replica|standby|leader|follower|smtp|mail\w*|ldap|dns|ns|ftp|sftp|nfs|prometheus|grafana|loki|jaeger|otel|collector|keycloak|billing|orders?|payments?|users?|inventory|search|store|storage|registry|temporal|airflow|spark|hadoop|hive|jenkins|gitlab|sonar\w*|nexus|influx\w*|neo4j|couch\w*|localstack|selenium|chrome|ollama|vllm|llm|model|inference|triton|qdrant|weaviate|milvus|chroma)(?:[-_\d]|$)/;

/** Whether a name without a dot has a program in it that listens: such a name is a host's when it stands where one could. */
export function isServiceName(name: string): boolean {
  return SERVICE.test(name);
}
