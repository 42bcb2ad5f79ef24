import type { HttpServer } from "@nestjs/common";

/** What is relied upon of the object that connects Nest to its platform. */
export type Adapter = Pick<HttpServer, "getType" | "getInstance" | "reply" | "setErrorHandler" | "setNotFoundHandler">;
