import type { AddressInfo } from "node:net";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type Contract, recognizeClass } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";
import { file, form, text } from "../../support/multipart.ts";
import { OTHER_METHOD } from "../../support/styles.ts";
import { upgrade } from "../../support/websocket.ts";
import { post } from "../support/app.ts";
import { threeWays } from "../support/three-ways.ts";
import { notesApp, QuotaError } from "./notes.ts";

async function start(contract: Contract | undefined) {
  const options = contract === undefined ? {} : uhpServerOptions(contract);
  const app = Fastify({ forceCloseConnections: true, ...options }).withTypeProvider<TypeBoxTypeProvider>();
  if (contract !== undefined) await app.register(uhp, { contract });
  await app.register(notesApp);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

const WRITER = { Authorization: "Bearer writer" };
const PACKED = { "Accept-Encoding": "gzip" };

const INPUT = "the contract has one status for input that is not valid";
const UNKNOWN = "the status of an unknown Error is not the service's decision";

threeWays({
  library: "fastify",
  is: "an API with TypeBox",
  start,
  adoption: ["Fastify({ ...uhpServerOptions(contract) });", "await app.register(uhp, { contract });"],
  classes: ['recognizeClass(QuotaError, { byCode: { QUOTA_EXCEEDED: "…" } })'],
  recognize: [recognizeClass(QuotaError, { byCode: { QUOTA_EXCEEDED: "rate_limited" } })],
  differences: {
    "a new note of an unknown type": { seen: ["status: 415 → 400"], why: INPUT },
    "an upload that is no form": { seen: ["status: 406 → 400"], why: INPUT },
    "a note that is gone": { seen: ["status: 404 → 500"], why: UNKNOWN },
    "no file": { seen: ["status: 400 → 500"], why: UNKNOWN },
    "another method": OTHER_METHOD,
  },
  flow: {
    "all notes": { path: "/notes/" },
    "notes with a tag": { path: "/notes/?tag=shop&limit=2" },
    "too many notes": { path: "/notes/?limit=11", status: 400 },
    "a note": { path: "/notes/1" },
    "HEAD of a note": { method: "HEAD", path: "/notes/1" },
    "a note that does not exist": { path: "/notes/7", status: 404 },
    "a note that is no number": { path: "/notes/one", status: 400 },
    "a new note": post("/notes/", { title: "Bread" }, { headers: WRITER, status: 201 }),
    "another new note": post(
      "/notes/",
      { title: "Jam", tags: ["shop", "jar"], extra: 1 },
      { headers: WRITER, status: 201 },
    ),
    "a note too many": post("/notes/", { title: "Tea" }, { headers: WRITER, status: 429 }),
    "a new note without a token": post("/notes/", { title: "Tea" }, { status: 401 }),
    "a new note without a title": post("/notes/", {}, { headers: WRITER, status: 400 }),
    "a new note with the wrong tags": post(
      "/notes/",
      { title: "Tea", tags: ["a", "b", "c", "d"] },
      { headers: WRITER, status: 400 },
    ),
    "a new note that is no JSON": {
      method: "POST",
      path: "/notes/",
      headers: { ...WRITER, "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "a new note of an unknown type": {
      method: "POST",
      path: "/notes/",
      headers: { ...WRITER, "Content-Type": "text/csv" },
      body: "a,b",
      status: 415,
    },
    "a body that is too large": post("/notes/small", { title: "x".repeat(50) }, { headers: WRITER, status: 413 }),
    "a note that changes": { method: "PUT", path: "/notes/2", headers: WRITER, json: { title: "Rye" }, status: 204 },
    "a note that cannot change": {
      method: "PUT",
      path: "/notes/9",
      headers: WRITER,
      json: { title: "Rye" },
      status: 404,
    },
    "a note that goes": { method: "DELETE", path: "/notes/3", headers: WRITER, status: 204 },
    "a note that is gone": { method: "DELETE", path: "/notes/3", headers: WRITER, status: 404 },
    "a file that is sent": {
      path: "/upload",
      ...form([file("file", "a.txt", "hello"), text("by", "ada")]),
      status: 201,
    },
    "no file": { path: "/upload", ...form([text("by", "ada")]), status: 400 },
    "a file that is too large": { path: "/upload", ...form([file("file", "a.txt", "x".repeat(90))]), status: 413 },
    "an upload that is no form": post("/upload", {}, { status: 406 }),
    "the OpenAPI document": { path: "/documentation" },
    "the status": { path: "/status" },
    "an old address": { path: "/old", status: 308 },
    "a first visit": { path: "/visit" },
    "a second visit": { path: "/visit" },
    "lines in parts": { path: "/lines" },
    "events of a hijacked reply": { path: "/events" },
    "a packed note": { path: "/packed", headers: PACKED },
    "a packed failure": { path: "/packed-failure", headers: PACKED, status: 503 },
    "a file": { path: "/files/hello.txt", keep: { tag: /\netag: (\S+)/i } },
    "a file that is known": { path: "/files/hello.txt", headers: { "If-None-Match": "{{tag}}" }, status: 304 },
    "a part of a file": { path: "/files/long.txt", headers: { Range: "bytes=0-9" }, status: 206 },
    "a file that does not exist": { path: "/files/none.txt", status: 404 },
    "an unknown error": { path: "/broken", status: 500 },
    "an answer that its schema refuses": { path: "/wrong-answer", status: 500 },
    "a WebSocket": { path: "/echo", headers: upgrade(), status: 101, until: "\r\n\r\n" },
    "no WebSocket": { path: "/echo", status: 404 },
    "an error handler of a part": { path: "/legacy/fails", status: 418 },
    "an unknown address of that part": { path: "/legacy/none", status: 404 },
    "an address that does not exist": { path: "/nowhere", status: 404 },
    "another method": { method: "PATCH", path: "/notes/1", headers: WRITER, json: {}, status: 404 },
    "an address that cannot be decoded": { path: "/notes/%ff", status: 400 },
  },
});
