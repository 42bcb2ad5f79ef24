/** What the page on GraphQL takes for granted. */
export { parseErrorObject } from "@uhp-errors/client";
export { acme, contract } from "../../../transports/graphql/contract.ts";
export { createYoga, GraphQLError, Kind } from "../../../transports/graphql/libraries.ts";
export { context, schema } from "../../../transports/graphql/schema.ts";
