/** Made-up secrets that no response may show, of the kinds that messages of real errors contain. */
export const SECRETS = {
  password: "hunter2-planted",
  host: "db-1.prod.internal",
  path: "/srv/harness/lib/store.js",
  header: "x-upstream-secret",
} as const;

/** A message with a password, an internal host, a path and a stack frame in it. */
export const LEAKY_TEXT = `connect ECONNREFUSED postgres://svc:${SECRETS.password}@${SECRETS.host}:5432\n    at connect (${SECRETS.path}:41:7)`;

export const SECRET_VALUES: readonly string[] = Object.values(SECRETS);
