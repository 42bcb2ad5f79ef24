import { Argument, Command, InvalidArgumentError } from "commander";
import { FRAMEWORKS, type Framework, start } from "./start.ts";

await new Command("serve")
  .description("runs the reference service on 127.0.0.1")
  .addArgument(new Argument("<framework>", "the framework to run on").choices(Object.keys(FRAMEWORKS)))
  .option("--port <number>", "TCP port; 0 takes a free one", port, 0)
  .option("--key <token>", "the one accepted bearer token", "test-key")
  .action(async (framework: Framework, options: { port: number; key: string }) => {
    const { url } = await start(framework, options);
    process.stdout.write(`${framework} listens on ${url}\n`);
  })
  .parseAsync();

function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
  }
  return number;
}
