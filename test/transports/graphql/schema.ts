import { GraphQLError, GraphQLScalarType } from "graphql";
import { createSchema } from "graphql-yoga";
import { acme } from "./contract.ts";

export const SECRET = "postgres://admin:hunter2@db.internal/x";

const refuse = () => {
  throw new Error(SECRET);
};

/** What the service puts into the context of each operation. */
export function context({ request }: { readonly request: Request }): object {
  if (request.headers.has("x-fail")) throw acme.error("acme_down");
  return {};
}

export const schema = createSchema({
  typeDefs: `
    scalar Token
    scalar Big
    type Query {
      fine: Int
      big: Big
      soldOut: Int
      down: Int!
      broken: Int
      text: Int
      own: Int
      sum(a: Int!): Int
      open(token: Token!): Int
    }
  `,
  resolvers: {
    Token: new GraphQLScalarType({ name: "Token", parseValue: refuse, parseLiteral: refuse }),
    Big: new GraphQLScalarType({ name: "Big", serialize: (value) => value }),
    Query: {
      fine: () => 1,
      big: () => 7n,
      soldOut: () => {
        throw acme.error("acme_sold_out", { param: "items.0", context: { note: SECRET } });
      },
      down: () => Promise.reject(acme.error("acme_down", { retryAfter: 2, context: { note: SECRET } })),
      broken: refuse,
      text: () => SECRET,
      own: () => {
        throw new GraphQLError(SECRET);
      },
      sum: (_: unknown, { a }: { readonly a: number }) => a,
      open: () => 1,
    },
  },
});
