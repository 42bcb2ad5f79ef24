const assert = require("node:assert/strict");

// Each of these entries loads only its own part of the package, and no other package.
for (const entry of ["codes", "retry", "sanitizer", "internal"]) {
  assert.notDeepEqual(Object.keys(require(`@uhp-errors/core/${entry}`)), []);
}
require("@uhp-errors/core");
const isOther = (file) => /[\\/]node_modules[\\/](?!@uhp-errors[\\/]core[\\/])/.test(file);
assert.deepEqual(Object.keys(require.cache).filter(isOther), []);
