const assert = require("node:assert/strict");
const { isApiError, parseError } = require("@uhp-errors/client");

async function main() {
  const fields = { type: "rate_limit_error", code: "rate_limited", message: "Slow.", param: null, detail: null };
  const response = Response.json({ error: fields }, { status: 429, headers: { "Retry-After": "2" } });
  const error = await parseError(response);
  assert.ok(isApiError(error));
  assert.deepEqual([error.code, error.retryAfter], ["rate_limited", 2]);
}

// An unhandled rejection ends the process with an error.
void main();
