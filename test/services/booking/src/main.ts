import { build } from "./app.ts";

const app = await build();
await app.listen({ port: Number(process.env["PORT"] ?? 3000), host: "127.0.0.1" });

process.once("SIGTERM", () => {
  app.close().then(
    () => process.exit(),
    () => process.exit(1),
  );
});
