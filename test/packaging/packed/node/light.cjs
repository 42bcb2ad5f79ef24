const assert = require("node:assert/strict");

// Codes without texts, texts without codes: each of these loads what it is about, and none another package.
for (const entry of ["codes", "retry", "sanitizer", "untrusted"]) {
  assert.notDeepEqual(Object.keys(require(`@uhp-errors/core/${entry}`)), []);
}
require("@uhp-errors/core");
const isOther = (file) => /[\\/]node_modules[\\/](?!@uhp-errors[\\/]core[\\/])/.test(file);
assert.deepEqual(Object.keys(require.cache).filter(isOther), []);
