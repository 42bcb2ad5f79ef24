/** Five failures of a service, as `printReports` prints them in development and in production. */
import type { AddressInfo } from "node:net";
import { combineHooks, createContract, defineCatalog, printReports } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";

const acme = defineCatalog({ vendor: "acme" });

const lines: string[] = [];
const write = (text: string) => void lines.push(text);
const inProduction = printReports({ style: "json", write });
const contract = createContract(acme, {
  onError: combineHooks(
    printReports({ style: "readable", write: (text) => void process.stdout.write(`${text}\n`) }),
    inProduction,
  ),
});

async function loadNote(id: string): Promise<never> {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  throw new TypeError(`cannot read note ${id}`, { cause: refused });
}

const app = express();
install(app, contract);
app.use(express.json());
app.post("/v1/notes", (_request, response) => void response.status(201).json({ ok: true }));
app.get("/v1/notes/:id", (request) => loadNote(request.params.id));
app.get("/v1/sessions/:id", () => {
  throw acme.error("session_expired", { message: "The session ended; see http://10.0.0.7/sessions for why." });
});
app.get("/v1/old", (_request, response) => void response.status(409).send("<h1>Busy</h1>"));

const server = app.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { "content-type": "application/json" };
  for (const [path, init] of [
    ["/v1/notes/17", {}],
    ["/v1/sessions/9?token=secret", {}],
    ["/v1/notes", { method: "POST", headers, body: '{"text": Buy milk}' }],
    ["/v1/old", {}],
    ["/v1/nots", {}],
  ] as const) {
    await fetch(url + path, init);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  server.close();
  server.closeAllConnections();
});
