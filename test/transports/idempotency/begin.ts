import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { acme } from "./contract.ts";

export const TABLE = `create table if not exists idempotency (
  caller text, key text, fingerprint text not null, attempt uuid not null, held_until timestamptz not null,
  status int, headers json, body bytea, primary key (caller, key))`;
/** Run it every hour or so. */
export const PURGE = "delete from idempotency where held_until < now() - interval '1 day'";

const CLAIM = `insert into idempotency as old values ($1, $2, $3, $4, now() + $5::interval)
  on conflict (caller, key) do update set attempt = $4, held_until = now() + $5::interval, status = null
  where old.held_until <= now() and old.fingerprint = $3 and (old.status is null or not $6) returning key`;
const READ = `select fingerprint, status, headers, body, held_until <= now() as free
  from idempotency where caller = $1 and key = $2`;
const RENEW = `update idempotency set held_until = now() + $4::interval
  where caller = $1 and key = $2 and attempt = $3 and status is null`;
const SAVE = `update idempotency set status = $4, headers = $5, body = $6, held_until = now() + $7::interval
  where caller = $1 and key = $2 and attempt = $3 returning key`;

export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array };
/** Stores the answer of an attempt, and returns the one to send. Without an answer, gives the key back. */
export type Save = (answer?: Answer) => Promise<Answer | undefined>;
export type Db = { query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }> };
type Keyed = { caller: string; key: string; method: string; path: string; body: Uint8Array };

const KEPT = ["content-type", "location", "retry-after", "uhp-version", "x-request-id", "x-should-retry"];
/** Statuses that a later retry may improve on. */
const isPassing = (status: number) => status >= 500 || status === 409 || status === 429;

type Row = Omit<Answer, "status"> & { status: number | null; fingerprint: string; free: boolean };
const reading = new Map<string, Promise<Row | undefined>>();
/** In each process, one query at a time serves all that wait for a key. */
function readSoon(db: Db, caller: string, key: string): Promise<Row | undefined> {
  const id = JSON.stringify([caller, key]);
  const read = async () => {
    await pause(50);
    reading.delete(id);
    return (await db.query(READ, [caller, key])).rows[0] as Row | undefined;
  };
  const shared = reading.get(id) ?? read();
  reading.set(id, shared);
  return shared;
}

/** Returns the first answer, or what saves the answer of this attempt. */
export async function begin(db: Db, request: Keyed, leaseMs = 30_000): Promise<Answer | Save> {
  const { caller, key, method, path, body } = request;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw acme.error("invalid_input");
  const head = JSON.stringify([method, path]);
  const fingerprint = createHash("sha256").update(head).update(body).digest("hex");
  const attempt = randomUUID();
  const lease = `${leaseMs} ms`;

  /** A request that has waited takes over after a crash. Otherwise it gets the answer, even one that a later retry may improve on. */
  async function claimOrRead(row?: Row): Promise<Answer | undefined> {
    for (; ; row = await readSoon(db, caller, key)) {
      if (row !== undefined && row.fingerprint !== fingerprint) throw acme.error("acme_idempotency_conflict");
      if (row?.status) return { status: row.status, headers: row.headers, body: row.body };
      if (row?.free === false) continue;
      const hasWaited = row !== undefined;
      const claimed = await db.query(CLAIM, [caller, key, fingerprint, attempt, lease, hasWaited]);
      if (claimed.rows.length > 0) return undefined;
    }
  }
  const earlier = await claimOrRead();
  if (earlier !== undefined) return earlier;

  const renewing = setInterval(() => db.query(RENEW, [caller, key, attempt, lease]).catch(() => {}), leaseMs / 3);
  return async (answer) => {
    clearInterval(renewing);
    const headers = Object.entries(answer?.headers ?? {}).filter(([name]) => KEPT.includes(name));
    const kept = answer && { ...answer, headers: Object.fromEntries(headers) };
    const held = answer === undefined || isPassing(answer.status) ? "0 s" : "1 day";
    const values = [kept?.status, kept && JSON.stringify(kept.headers), kept?.body].map((value) => value ?? null);
    const saved = await db.query(SAVE, [caller, key, attempt, ...values, held]);
    if (saved.rows.length > 0 || answer === undefined) return kept;
    // This process stood still for longer than its lease, and another attempt took over.
    return (await claimOrRead(await readSoon(db, caller, key))) ?? kept;
  };
}
