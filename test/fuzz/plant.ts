/** Loads one file with the planted defect whose number is in `PLANTED`. Nothing on the disk changes. */
import { registerHooks } from "node:module";
import { PLANTED } from "./planted.ts";

const planted = PLANTED[Number(process.env["PLANTED"])];
if (planted === undefined) throw new RangeError(`PLANTED: there are ${PLANTED.length}`);

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/${planted.file}`)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(planted.from)) throw new Error(`${planted.file} does not have: ${planted.from}`);
    return { ...loaded, source: source.replace(planted.from, () => planted.to) };
  },
});
