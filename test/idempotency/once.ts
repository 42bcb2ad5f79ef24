import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { pool } from "./pool.ts";
import { acme } from "./shop.ts";

type Work = (db: PoolClient) => Promise<unknown>;

/** Does the work once for each key of a caller. Returns its result as JSON. */
export async function once(caller: string, key: string | undefined, request: unknown, work: Work): Promise<string> {
  if (!key || key.length > 255) throw acme.error("invalid_input", { message: "Send a short Idempotency-Key." });
  const hash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  const db = await pool.connect();
  try {
    await db.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    // Waits while another transaction holds the key.
    const claim = "INSERT INTO idempotency (caller, key, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    if ((await db.query(claim, [caller, key, hash])).rowCount === 1) {
      const save = "UPDATE idempotency SET result = $3 WHERE caller = $1 AND key = $2";
      await db.query(save, [caller, key, JSON.stringify(await work(db))]);
    }
    const { rows } = await db.query("SELECT * FROM idempotency WHERE caller = $1 AND key = $2", [caller, key]);
    if (rows[0].request !== hash) throw acme.error("acme_idempotency_conflict");
    await db.query("COMMIT");
    db.release();
    return rows[0].result;
  } catch (thrown) {
    const ended = await db.query("ROLLBACK").catch((failure: unknown) => failure);
    db.release(ended instanceof Error);
    throw thrown;
  }
}
