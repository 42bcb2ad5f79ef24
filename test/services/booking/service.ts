import type { Service } from "../support/forms.ts";

/** A booking service on Fastify. */
export const booking: Service = {
  name: "booking",
  main: "src/main.ts",
  byHand: [
    {
      file: "src/app.ts",
      from: 'import { answerError, answerNotFound } from "./errors.ts";',
      to: 'import { uhp, uhpServerOptions } from "@uhp-errors/fastify";\nimport { contract } from "../by-hand/error-contract.ts";',
    },
    { file: "src/app.ts", from: "bodyLimit: 4_096 });", to: "bodyLimit: 4_096, ...uhpServerOptions(contract) });" },
    {
      file: "src/app.ts",
      from: "  app.setErrorHandler(answerError);\n  app.setNotFoundHandler(answerNotFound);\n",
      to: "  await app.register(uhp, { contract });\n",
    },
  ],
};
