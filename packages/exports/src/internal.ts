/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export { exampleInput } from "./codes/example.ts";
export type { ChangeLevel } from "./compare/change.ts";
export type { ConstantsLanguage, WRITERS } from "./constants/constants.ts";
export type { GatewayOptions } from "./gateways/answers.ts";
export type { JsonOptions } from "./json/catalog-json.ts";
export type { FORMAT } from "./json/catalog-schema.ts";
export type { DescribedDetail } from "./json/detail.ts";
export type { OperationJson } from "./json/operation-json.ts";
export type { Json, JsonObject } from "./json/plain.ts";
export type { MessageGap } from "./messages/compare-messages.ts";
export type { OpenApiOptions } from "./openapi/open-api.ts";
export type { DeclaredOperation, Operations } from "./openapi/operations.ts";
export type { ReferenceOptions } from "./reference/entries.ts";
export type { JsonSchemaOptions } from "./schema/envelope-schema.ts";
