import { uhp } from "@uhp-errors/web";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { contract, findNote } from "./contract.ts";

const answer = uhp(contract, (request) => Response.json(findNote(new URL(request.url).pathname.split("/").at(-1))));

export const handler = handle(new Hono().all("*", (c) => answer(c.req.raw)));
