/** The service of the page about gateways. It keeps its reports. */
import { ForbiddenException, UnauthorizedException } from "@nestjs/common";
import { RpcException } from "@nestjs/microservices";
import { WsException } from "@nestjs/websockets";
import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { IsOptional, IsString } from "class-validator";
import { z } from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "It is sold out.", detail: z.object({ left: z.int() }) } },
});

export const reports: ErrorReport[] = [];

export const onError = (report: ErrorReport): void => void reports.push(report);

/** What no receiver may see. */
export const SECRET = "postgres://admin:hunter2@db.internal:5432/orders";

export class Order {
  declare readonly item: string;
  declare readonly guard?: string;
}
IsString()(Order.prototype, "item");
IsOptional()(Order.prototype, "guard");

const FAILURES: Readonly<Record<string, () => unknown>> = {
  lamp: () => acme.error("acme_sold_out", { param: "items.0", detail: { left: 0 }, context: { note: SECRET } }),
  desk: () => acme.error("acme_unavailable", { retryAfter: 2, context: { note: SECRET } }),
  login: () => new UnauthorizedException(SECRET),
  rights: () => new ForbiddenException(SECRET),
  ws: () => new WsException(SECRET),
  rpc: () => new RpcException({ code: "acme_sold_out", message: SECRET }),
  bug: () => new TypeError(SECRET),
};

/** Fails in the way that the item names. */
export async function placeOrder({ item }: Order): Promise<{ readonly id: number }> {
  const make = Object.hasOwn(FAILURES, item) ? FAILURES[item] : undefined;
  if (make !== undefined) throw make();
  if (item === "pen") return { id: 7n as never };
  return { id: 7 };
}
