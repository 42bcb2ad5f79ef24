import { expect, test } from "vitest";
import { parseModule } from "./module.ts";
import { listSchemas } from "./schemas.ts";

/** Lists the schemas of error responses in a file, each as its line, its framework and the first sentence of its note. */
function schemasIn(text: string): readonly string[] {
  return listSchemas(parseModule("a.ts", text)).map(
    ({ node, library, note }) => `${node.loc?.start.line} ${library} ${note.split(". ", 1)[0]}`,
  );
}

const one = (status: string) => `The schema of ${status} describes what clients no longer get`;
const FASTIFY = 'import Fastify from "fastify";\n';
const HONO = 'import { createRoute } from "@hono/zod-openapi";\n';
const NEST = 'import { ApiResponse, ApiNotFoundResponse } from "@nestjs/swagger";\n';

test("names the schemas and what to do", () => {
  const [only] = listSchemas(
    parseModule("a.ts", "app.get('/', { schema: { response: { 200: A, 404: B, 409: C, '5xx': D } } }, go);"),
  );
  expect(only?.note).toBe(
    "The schemas of 404, 409 and 5xx describe what clients no longer get. Remove them: `describeErrors` writes those of the contract.",
  );
});

test("names one schema and what to do", () => {
  const [only] = listSchemas(parseModule("a.ts", "app.get('/', { schema: { response: { 404: A } } }, go);"));
  expect(only?.note).toBe(
    "The schema of 404 describes what clients no longer get. Remove it: `describeErrors` writes those of the contract.",
  );
});

test.each<readonly [source: string, expected: string]>([
  [`${FASTIFY}app.get("/", { schema: { response: { 200: A, 404: B } } }, go);`, `2 fastify ${one("404")}`],
  [`${FASTIFY}export const schema = {\n  response: { "4xx": { type: "object" } },\n};`, `3 fastify ${one("4xx")}`],
  [`${FASTIFY}app.route({ schema: { response: { 404: Type.Object({}) } } });`, `2 fastify ${one("404")}`],
  [`export const schema = { response: { 404: B } };`, `1 fastify ${one("404")}`],
  [`${HONO}createRoute({ responses: { 200: A, 404: { content: B } } });`, `2 hono ${one("404")}`],
  [`${NEST}class A { @ApiNotFoundResponse({ type: B }) b() {} }`, `2 nestjs ${one("404")}`],
  [`${NEST}class A { @ApiNotFoundResponse({ schema: B }) b() {} }`, `2 nestjs ${one("404")}`],
  [`${NEST}class A { @ApiNotFoundResponse({ content: B }) b() {} }`, `2 nestjs ${one("404")}`],
  [`${NEST}class A { @ApiResponse({ status: HttpStatus.CONFLICT, type: B }) b() {} }`, `2 nestjs ${one("409")}`],
  ["class A { @ApiNotFoundResponse({ type: B }) b() {} }", `1 nestjs ${one("404")}`],
  [`${FASTIFY}export const schema = { response: { ...shared, 404() {}, 409: A } };`, `2 fastify ${one("409")}`],
  ['import { old } from "./old.js";\nexport const schema = { response: { 404: old } };', `2 fastify ${one("404")}`],
])("%s", (source, expected) => {
  expect(schemasIn(source)).toEqual([expected]);
});

test.each([
  `${FASTIFY}app.get("/", { schema: { response: { 200: A, "2xx": B, default: C } } }, go);`,
  `${FASTIFY}app.get("/", { schema: { responses: { 404: A } } }, go);`,
  `${FASTIFY}app.get("/", { schema: { response: all } }, go);`,
  'import { envelopeSchema } from "@uhp-errors/exports";\napp.get("/", { schema: { response: { 404: envelopeSchema } } }, go);',
  `${NEST}class A { @ApiNotFoundResponse({ description: "It is gone." }) b() {} }`,
  `${NEST}class A { @ApiResponse({ status: 201, type: B }) b() {} }`,
  `${NEST}class A { @ApiOkResponse({ type: B }) b() {} }`,
  `${NEST}class A { @ApiNotFoundResponse() b() {} }`,
  `${NEST}class A { @NotFoundResponse({ type: B }) b() {} }`,
  `${NEST}class A { @(all[0]) b() {} }`,
  `${NEST}class A { @MyApiNotFoundResponse({ type: B }) b() {} }`,
  `${NEST}class A { @ApiNotFoundResponses({ type: B }) b() {} }`,
  "ApiNotFoundResponse({ type: B });",
  `${HONO}createRoute({ others: { 404: A } });`,
  "export const schema = { response: { 1404: A, 4041: B } };",
  `${FASTIFY}app.get("/", { schema: { response: { [status]: A } } }, go);`,
])("but nothing in %s", (source) => {
  expect(schemasIn(source)).toEqual([]);
});
