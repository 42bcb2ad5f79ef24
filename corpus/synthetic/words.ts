import type { Random } from "../random.ts";

/** Makes a word of a text. */
export type Word = (random: Random) => string;

export const oneOf =
  (...words: readonly string[]): Word =>
  (random) =>
    random.pick(words);

export const whole =
  (min: number, max: number): Word =>
  (random) =>
    String(random.int(min, max));

const HEX = "0123456789abcdef";
const BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const hexes =
  (length: number): Word =>
  (random) =>
    random.chars(HEX, length);

const together =
  (...words: readonly (string | Word)[]): Word =>
  (random) =>
    words.map((word) => (typeof word === "string" ? word : word(random))).join("");

const twoDigits = (min: number, max: number): Word => {
  return (random) => String(random.int(min, max)).padStart(2, "0");
};

export const user = oneOf("app", "orders", "api", "billing_rw", "reporting", "svc_sync", "deploy", "postgres", "etl");
export const firstName = oneOf("Anna", "Jonas", "Mireille", "Kenji", "Olga", "Pablo", "Ayşe", "Søren", "Lucía", "王芳");
export const service = oneOf("checkout", "inventory", "ledger", "mailer", "search", "notifier", "pricing", "gateway");
export const database = oneOf("shop", "orders_prod", "ledger", "analytics", "tenant_42", "warehouse");
export const table = oneOf("customers", "invoices", "line_items", "sessions_archive", "shipments", "subscriptions");
export const field = oneOf("email", "quantity", "amount", "currency", "country", "start_date", "limit", "temperature");
export const param = oneOf(
  "messages[0].content",
  "items[2].price.amount",
  "customer.address.postal_code",
  "tools.0.function.parameters",
  "filter.created_at.gte",
  "response_format.json_schema.schema",
  "input[3].image_url.detail",
  "shipping.contact.phone.home",
  "metadata.visibility.internal",
  "settings.sync.local",
  "profile.addresses.home",
  "labels.team.private",
  "body.recipients[1].name",
);
export const typeName = oneOf("string", "integer", "boolean", "array", "object", "number", "null");
export const model = oneOf(
  "gpt-4o-mini",
  "gpt-5",
  "claude-sonnet-4-5",
  "gemini-2.5-pro",
  "o4-mini",
  "mistral-large-2411",
  "openai/gpt-5",
  "meta-llama/Llama-3.1-8B-Instruct",
  "anthropic/claude-opus-4.1",
  "text-embedding-3-large",
  "deepseek-ai/DeepSeek-V3",
  "whisper-1",
  "stabilityai/sdxl-turbo",
);
export const packageName = oneOf(
  "@acme/sdk@3.2.1",
  "lodash/fp",
  "@aws-sdk/client-s3",
  "zod@4.1.12",
  "@scope/pkg@1.2.3",
  "react-dom/server",
  "@types/node@22.10.2",
  "requests==2.32.3",
  "org.springframework:spring-core:6.1.5",
  "github.com/gin-gonic/gin@v1.10.0",
  "serde@1.0.219",
);
export const image = oneOf(
  "node:20",
  "ubuntu:22.04",
  "postgres:16-alpine",
  "ghcr.io/acme/api:1.4.2",
  "docker.io/library/redis:7.2",
  "python:3.12-slim",
  "nginx:1.27",
  "gcr.io/distroless/static-debian12:nonroot",
);
export const mime = oneOf(
  "application/json",
  "image/png",
  "text/event-stream",
  "multipart/form-data",
  "application/vnd.api+json",
  "video/mp4",
  "application/x-www-form-urlencoded",
  "image/svg+xml",
  "audio/mpeg",
);
export const timezone = oneOf(
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "America/Argentina/Buenos_Aires",
  "UTC",
);
export const publicUrl = oneOf(
  "https://docs.example.com/errors/rate-limits",
  "https://platform.openai.com/docs/guides/error-codes/api-errors",
  "https://example.com/help?topic=quotas&lang=en#limits",
  "https://status.example.org",
  "https://api.example.com/v2/orders?page=3&per_page=50&sort=-created_at",
  "https://developer.example.net/reference/pagination",
  "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.21",
  "https://example.com/pricing?utm_source=api&utm_medium=error",
  "http://schemas.example.org/2024/order.xsd",
  "https://json-schema.org/draft/2020-12/schema",
);
export const publicName = oneOf(
  "api.example.com",
  "example.org",
  "cdn.example.net",
  "hooks.acme.io",
  "www.example.co.uk",
);
export const email = oneOf(
  "anna@example.com",
  "support@example.com",
  "jonas.weber@example.de",
  "billing+eu@example.org",
  "kenji.tanaka@example.co.jp",
  "no-reply@mail.example.net",
);
export const route = oneOf(
  "POST /v1/responses",
  "GET /v1/models",
  "DELETE /v2/orders/{order_id}",
  "PATCH /api/users/me",
  "POST /v1/chat/completions",
  "GET /v1/files/{file_id}/content",
  "PUT /repos/{owner}/{repo}/contents",
  "POST /graphql",
);

export const hexId = hexes(24);
export const commit = hexes(40);
export const shortCommit = hexes(7);
export const digest = together("sha256:", hexes(64));
export const uuid = together(hexes(8), "-", hexes(4), "-4", hexes(3), "-b", hexes(3), "-", hexes(12));
export const ulid: Word = (random) => `01J${random.chars(CROCKFORD, 23)}`;
export const prefixedId: Word = (random) =>
  random.pick([
    "chrn_",
    "resp_",
    "req_",
    "msg_01",
    "run_",
    "ord_",
    "cus_",
    "evt_",
    "file-",
    "org-",
    "proj_",
    "batch_",
  ]) + random.chars(BASE62, random.int(12, 24));
export const requestId: Word = (random) =>
  random.pick([prefixedId, uuid, ulid, hexes(32), together("req_", hexes(32))])(random);

export const day = together("20", twoDigits(19, 26), "-", twoDigits(1, 12), "-", twoDigits(1, 28));
export const clock = together(twoDigits(0, 23), ":", twoDigits(0, 59), ":", twoDigits(0, 59));
export const instant: Word = (random) =>
  `${day(random)}T${clock(random)}${random.pick(["Z", ".123Z", "+02:00", "-05:00"])}`;
export const version: Word = (random) =>
  [random.int(0, 24), random.int(0, 19), random.int(0, 30)].join(".") +
  random.pick(["", "", "-beta.2", "-rc1", "+build.7"]);
export const longVersion = oneOf("10.0.19041.3803", "120.0.6099.109", "4.8.9037.0", "2024.1.12.415", "19.3.0.0.0");
export const price = together(oneOf("$", "€", "£"), whole(1, 4999), ".", twoDigits(0, 99));
export const publicV4: Word = (random) =>
  `${random.pick(["203.0.113", "198.51.100", "93.184.216", "81.2.69"])}.${random.int(1, 254)}`;
export const publicV6 = oneOf("2606:4700:4700::1111", "2001:db8:85a3::8a2e:370:7334", "2a01:4f8:c17:b8f::2");
export const envName = oneOf(
  "OPENAI_API_KEY",
  "DATABASE_URL",
  "AWS_SECRET_ACCESS_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "GITHUB_TOKEN",
  "SESSION_SECRET",
  "REDIS_PASSWORD",
  "NODE_ENV",
);
