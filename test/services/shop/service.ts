import type { Service } from "../support/forms.ts";

/** A shop on Koa. */
export const shop: Service = {
  name: "shop",
  main: "src/main.js",
  byHand: [
    {
      file: "src/app.js",
      from: 'import { answerErrors } from "./errors.js";',
      to: 'import { install, uhp } from "@uhp-errors/koa";\nimport { contract } from "../by-hand/error-contract.js";',
    },
    {
      file: "src/app.js",
      from: "export const app = websockify(new Koa());",
      to: "export const app = websockify(new Koa());\ninstall(app, contract);",
    },
    { file: "src/app.js", from: "app.use(answerErrors);", to: "app.use(uhp(contract));" },
  ],
};
