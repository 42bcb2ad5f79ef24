import { GraphQLError, Kind } from "graphql";
import { createYoga } from "graphql-yoga";
import { contract } from "./contract.ts";
import { context, schema } from "./schema.ts";

/** GraphQL wraps what is thrown, some of it twice. */
function originOf(thrown: unknown): unknown {
  return thrown instanceof GraphQLError && thrown.originalError ? originOf(thrown.originalError) : thrown;
}

function maskError(thrown: unknown): Error {
  const wrapper = thrown instanceof GraphQLError ? thrown : undefined;
  const origin = originOf(thrown);
  // With a place in the query and no path, GraphQL refused the query.
  if (wrapper?.locations && !wrapper.path && origin instanceof GraphQLError) return wrapper;
  const [node] = wrapper?.nodes ?? [];
  const name = node?.kind === Kind.FIELD ? node.name.value : undefined;
  const { error, retry, status } = contract.handleError(origin, { transport: "graphql", name });
  const http = wrapper?.path ? {} : { http: { status } };
  return new GraphQLError(error.message, {
    nodes: wrapper?.nodes ?? null,
    path: wrapper?.path ?? null,
    extensions: { ...error, retry, ...http },
  });
}

export const yoga = createYoga({ schema, context, maskedErrors: { maskError }, logging: false });
