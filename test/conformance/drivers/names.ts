/** The frameworks that every case runs on. */
export const DRIVER_NAMES = [
  "express4",
  "express5",
  "koa2",
  "koa3",
  "fastify4",
  "fastify5",
  "nest-express",
  "nest-fastify",
  "web",
  "hono",
  "h3",
] as const;

export type DriverName = (typeof DRIVER_NAMES)[number];
