import { installTools } from "../run/build.ts";

// The import comes last, because it loads the tools.
installTools();
const { main } = await import("./main.ts");
process.exitCode = (await main()) ? 0 : 1;
