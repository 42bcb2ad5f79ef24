/** The libraries' names in the page's code, for its type check: only this workspace has them. */
export { GraphQLError, Kind } from "graphql";
export { createYoga } from "graphql-yoga";
