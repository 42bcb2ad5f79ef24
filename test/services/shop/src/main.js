import { app } from "./app.js";
import { log, totals } from "./logs.js";

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  log.info({ port: server.address().port }, "listening");
});

process.once("SIGTERM", () => {
  server.close(async () => {
    log.info({ totals: await totals() }, "stopped");
    process.exit();
  });
});
