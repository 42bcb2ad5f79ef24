import { about, answer, closed, cred, load, type Provocation } from "./tools.ts";

const Stripe = load("stripe");
const twilio = load("twilio");

const charge = async (port: number | Promise<number>, key = cred("stripeKey", 403)): Promise<unknown> =>
  new Stripe(key, {
    host: "127.0.0.1",
    port: await port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  }).charges.create({ amount: 1 });

/** Messages of the clients of payment and telephony services, whose servers are local here. */
export const provocations: Provocation[] = [
  ...about("stripe", {
    "no-key": () => new Stripe(),
    "expired-key": async () =>
      charge(
        answer(80, 401, {
          error: { type: "invalid_request_error", message: `Expired API Key provided: ${cred("stripeKey", 403)}` },
        }),
      ),
    declined: [
      async () =>
        charge(
          answer(80, 402, { error: { type: "card_error", code: "card_declined", message: "Your card was declined." } }),
        ),
      { as: ["message", "stack"] },
    ],
    parameter: async () =>
      charge(
        answer(80, 400, {
          error: { type: "invalid_request_error", message: "Missing required param: currency.", param: "currency" },
        }),
      ),
    "no-such": async () =>
      charge(
        answer(80, 404, { error: { type: "invalid_request_error", message: "No such customer: 'cus_Nh1a2B3c4D'" } }),
      ),
    limit: async () => charge(answer(80, 429, { error: { message: "Too many requests hit the API too quickly." } })),
    refused: [() => charge(closed(12111)), { as: ["message", "stack"] }],
    json: async () => charge(answer(80, 200, "<html>")),
    option: () => new Stripe("sk_x", { retries: 2 }),
    signature: () => new Stripe("sk_x").webhooks.constructEvent("{}", "t=1,v1=abc", cred("stripeWebhookSecret", 410)),
    "no-signature": () => new Stripe("sk_x").webhooks.constructEvent("{}", "", cred("stripeWebhookSecret", 410)),
    "no-timestamp": () => new Stripe("sk_x").webhooks.constructEvent("{}", "v1=abc", cred("stripeWebhookSecret", 410)),
    "webhook-space": () =>
      new Stripe("sk_x").webhooks.constructEvent(
        "{}",
        `t=${Math.floor(Date.now() / 1000)},v1=abc`,
        ` ${cred("stripeWebhookSecret", 411)}`,
      ),
  }),
  ...about("twilio", {
    "wrong-sid": () => twilio("KE15", "x"),
    "no-body": () => twilio("AC15111c8736e56aac641112456afb6b15", cred("twilioAuthToken", 415)).messages.create(),
    "missing-to": () =>
      twilio("AC15111c8736e56aac641112456afb6b15", cred("twilioAuthToken", 415)).messages.create({ body: "x" }),
    signature: () => twilio.validateRequest(cred("twilioAuthToken", 415), undefined, "", {}),
    sid: () => twilio("AC15111c8736e56aac641112456afb6b15", "x").messages(undefined),
  }),
];
