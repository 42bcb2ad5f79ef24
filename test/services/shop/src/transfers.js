import { PassThrough, Readable } from "node:stream";
import multer from "@koa/multer";
import Router from "@koa/router";
import { stock } from "./products.js";

const upload = multer({ limits: { fileSize: 1_000, files: 1 } });

export const transfers = new Router();

transfers.post("/pictures", upload.single("picture"), (ctx) => {
  const { file } = ctx;
  ctx.assert(file !== undefined, 400, "The picture is missing.");
  ctx.status = 201;
  ctx.body = { name: file.originalname, bytes: file.size, title: ctx.request.body.title };
});

transfers.get("/prices.csv", (ctx) => {
  ctx.attachment("prices.csv");
  ctx.compress = false;
  ctx.body = Readable.from(stock.map(({ id, cents }) => `${id},${cents}\n`));
});

transfers.get("/exports/early", (ctx) => {
  ctx.type = "text/csv";
  ctx.compress = false;
  ctx.body = new Readable({ read: () => ctx.body.destroy(new Error("the first row cannot be read")) });
});

transfers.get("/exports/late", (ctx) => {
  ctx.type = "text/csv";
  ctx.compress = false;
  ctx.body = Readable.from(
    (async function* () {
      yield "p-1,1900\n";
      await new Promise(setImmediate);
      throw new Error("the second row cannot be read");
    })(),
  );
});

transfers.get("/events", (ctx) => {
  ctx.type = "text/event-stream";
  ctx.compress = false;
  const events = new PassThrough();
  ctx.body = events;
  for (const { id, left } of stock.slice(0, 2)) events.write(`data: ${JSON.stringify({ id, left })}\n\n`);
  events.end();
});

transfers.get("/legacy", (ctx) => {
  ctx.respond = false;
  ctx.res.writeHead(200, { "Content-Type": "text/plain" });
  ctx.res.end("written by hand");
});

transfers.get("/legacy/broken", (ctx) => {
  ctx.respond = false;
  ctx.res.writeHead(500, { "Content-Type": "text/plain" });
  ctx.res.end("ORA-01017: invalid username/password");
});

transfers.get("/legacy/half", (ctx) => {
  ctx.respond = false;
  ctx.res.writeHead(200, { "Content-Type": "text/plain" });
  ctx.res.write("half of it");
  throw new Error("the other half is missing");
});
