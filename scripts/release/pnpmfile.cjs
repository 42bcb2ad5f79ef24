const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");

/**
 * Adds the address of the repository to every packed manifest. It is stated once, in the manifest of the repository. In
 * a trial run, `RELEASE_ADDRESS` replaces it.
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
