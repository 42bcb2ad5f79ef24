const assert = require("node:assert/strict");

// Codes without schemas, texts without codes: each of these loads what it is about, and no zod.
for (const entry of ["codes", "sanitizer", "untrusted"]) {
  assert.notDeepEqual(Object.keys(require(`@uhp-errors/core/${entry}`)), []);
}
const isZod = (file) => /[\\/]node_modules[\\/]zod[\\/]/.test(file);
assert.deepEqual(Object.keys(require.cache).filter(isZod), []);
require("@uhp-errors/core");
assert.notDeepEqual(Object.keys(require.cache).filter(isZod), []);
