export type { Change, ChangeLevel } from "./compare/change.ts";
export { compare } from "./compare/compare.ts";
export { type CatalogJson, type CodeJson, toJson } from "./json/catalog-json.ts";
export { CATALOG_SCHEMA } from "./json/catalog-schema.ts";
export type { Json, JsonObject } from "./json/plain.ts";
export { type JsonSchemaOptions, toJsonSchema } from "./schema/envelope-schema.ts";
