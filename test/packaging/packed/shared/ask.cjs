const assert = require("node:assert/strict");

/** Sends a request to a server that listens, expects the envelope that each program here throws, and closes the server. */
module.exports.ask = async (server, close = () => server.close()) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/v1/harnesses/x`);
  const body = await response.text();
  assert.equal(response.status, 404, body);
  assert.equal(response.headers.get("uhp-version"), "2026-10-04");
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  const { error } = JSON.parse(body);
  assert.equal(error.code, "harness_not_found");
  assert.equal(error.param, "harness_id");
  const closed = close();
  server.closeAllConnections();
  await closed;
};

/** Listens on a free port of 127.0.0.1 and resolves with the server. */
module.exports.listening = (listener) =>
  new Promise((resolve) => {
    const server = listener.listen(0, "127.0.0.1", () => resolve(server));
  });
