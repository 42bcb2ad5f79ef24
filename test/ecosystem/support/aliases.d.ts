/** Other versions under alias names. The types of the newest version stand in for all of them. */
declare module "compression-1.7.4" {
  export { default } from "compression";
}
declare module "compression-1.7.5" {
  export { default } from "compression";
}
declare module "express-4.18" {
  export { default } from "express";
}
declare module "express-4.22" {
  export { default } from "express";
}
declare module "express-5.0" {
  export { default } from "express";
}
declare module "express-5.1" {
  export { default } from "express";
}
declare module "express-5.2" {
  export { default } from "express";
}
declare module "koa-2.13" {
  export { default } from "koa";
}
declare module "koa-2.16" {
  export { default } from "koa";
}
declare module "koa-3.0" {
  export { default } from "koa";
}
declare module "fastify-4.26" {
  export { default } from "fastify";
}
declare module "fastify-4.29" {
  export { default } from "fastify";
}
declare module "fastify-5.0" {
  export { default } from "fastify";
}
declare module "fastify-6" {
  export { default } from "fastify";
}

/** This package has no types. */
declare module "wiki-server" {
  export default function wiki(options: object): Promise<import("express").Express>;
}
