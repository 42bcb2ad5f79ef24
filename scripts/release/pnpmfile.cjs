const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");

/**
 * Adds the address of the repository to every packed manifest. It is stated once, in the manifest of the repository. In
 * a trial run, `RELEASE_ADDRESS` replaces it. Takes out the condition for the sources, which are not packed.
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
  return { ...withoutSources(manifest), repository: { ...repository, directory }, homepage, bugs };
}

function withoutSources(manifest) {
  return JSON.parse(JSON.stringify(manifest), (key, value) => (key === "@uhp-errors/source" ? undefined : value));
}

module.exports = { hooks: { beforePacking } };
