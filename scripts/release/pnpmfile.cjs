const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");

/**
 * Every packed manifest says where its package comes from. The address is stated once, in the manifest of the repository.
 * `RELEASE_ADDRESS` takes its place for tries.
 */
function beforePacking(manifest) {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const address = process.env.RELEASE_ADDRESS;
  const { repository, homepage, bugs } =
    address === undefined
      ? own
      : {
          repository: { type: "git", url: `git+${address}.git` },
          homepage: `${address}#readme`,
          bugs: `${address}/issues`,
        };
  const directory = `packages/${manifest.name.split("/")[1]}`;
  return { ...manifest, repository: { ...repository, directory }, homepage, bugs };
}

module.exports = { hooks: { beforePacking } };
