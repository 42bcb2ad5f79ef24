import { installTools } from "../run/build.ts";

// Only then: what follows loads the tools that were just installed.
installTools();
const { main } = await import("./main.ts");
process.exitCode = (await main()) ? 0 : 1;
