import { expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";

/** Returns the error that takes the place of a 400 under a condition. */
function errorFor(condition: string, sentence: string): string {
  const text = `import express from "express";
const app = express();
app.post("/orders", (request, response) => {
  const seats = Number(request.body.order.seats);
  const { email, name } = request.body;
  const { "x-tenant": tenant } = request.headers;
  const most = limits.guests;
  if (${condition}) return response.status(400).json({ error: ${JSON.stringify(sentence)} });
});
`;
  const manifest = '{ "type": "module", "dependencies": { "express": "^5.0.0" } }';
  const options = { range: "^0.1.0", reportOnly: false, isTested: true };
  const { changes } = planAdoption(readProject([{ file: "app.ts", text }], manifest, "acme"), options);
  const after = changes.find(({ file }) => file === "app.ts")?.after ?? "";
  return /throw acme\.error\((.*)\);/.exec(after)?.[1] ?? after;
}

test.each<readonly [condition: string, sentence: string, param: string]>([
  ["!request.body.email", "Email is required", "email"],
  ["!email", "Email is required", "email"],
  ["!email", "The email has no address", "email"],
  ["!name || !email", "An email is needed", "email"],
  ["!isAddress(email)", "Give an email that is an address", "email"],
  ["!validator.isEmail(email)", "Email is not valid", "email"],
  ["email.length < 3", "Give a longer email", "email"],
  ["!email.includes('@')", "An email has an @", "email"],
  ["seats < 1", "Order at least one seat.", "order.seats"],
  ["!request.body.contact.email", "The email is not given", "contact.email"],
  ["typeof request.query.page !== 'string'", "One page at a time", "page"],
  ["request.query['page'] > 9", "One page at a time", "page"],
  ["startDate > 9", "Choose another start date", "startDate"],
  ["!booking.email", "Email is required", "email"],
  ["!request.headersOf.email", "Email is required", "email"],
  ["!request.ownHeaders.email", "Email is required", "email"],
  ["!body.contact.email", "The email is not given", "contact.email"],
  ["!request.body.seat", "Seats are required", "seat"],
  ["!email?.includes('@')", "An email has an @", "email"],
  ["userURL === ''", "Give the url of a user", "userURL"],
  ["Date.now() > endsAt2X", "Choose when it ends: ends at2 x", "endsAt2X"],
  ["request.body.headersOf > 1", "Send fewer headers of it", "headersOf"],
  ["(request.body as Body).email === ''", "Email is required", "email"],
  ["other", "The field `seats` has to be a number.", "seats"],
  ["other", "The field seats has to be a number.", "seats"],
  ["other", "Give a number in the field seats.", "seats"],
  ["other", "Query parameter limit is too large", "limit"],
  ["other", "Give the property order.seats", "order.seats"],
])("a 400 under `%s`, which says %j, is about %s", (condition, sentence, param) => {
  expect(errorFor(condition, sentence)).toBe(
    `"invalid_input", { param: "${param}", message: ${JSON.stringify(sentence)} }`,
  );
});

test.each<readonly [condition: string, sentence: string]>([
  ["!name || !email", "Give name and email"],
  ["other", "Give `name` and `email`"],
  ["!request.body", "The body is empty."],
  ['!request.headers["x-tenant"]', "The header x-tenant is required"],
  ["!request.get('tenant')", "Which tenant is it?"],
  ["!tenant", "A tenant is required"],
  ["!request.header.tenant", "A tenant is required"],
  ["!request.body.startDate", "A date is required"],
  ["most < 1", "Guests are required"],
  ["other", "The field is required"],
  ["other", 'Choose "small" or "large"'],
  ["other", "Choose an email"],
])("a 400 under `%s`, which says %j, is about nothing that can be named", (condition, sentence) => {
  expect(errorFor(condition, sentence)).toBe(`"invalid_input", { message: ${JSON.stringify(sentence)} }`);
});

test("a 400 about the state of the service has a code of its own", () => {
  expect(errorFor("order.closed", "The order is closed.")).toBe('"acme_order_closed"');
});
