import type { HttpServer } from "@nestjs/common";

/** The methods that this package uses of Nest's HTTP adapter, the object that connects Nest to its platform. */
export type Adapter = Pick<
  HttpServer,
  "getType" | "getInstance" | "isHeadersSent" | "reply" | "setErrorHandler" | "setNotFoundHandler"
>;
