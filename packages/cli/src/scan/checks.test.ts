import { expect, test } from "vitest";
import { scanSources } from "./scan.ts";

/** Returns the lines on which a handler copies the status of another service. */
function copiesIn(body: string): readonly number[] {
  const text = `app.get("/", async (req, res) => { const r = await fetch(url);\n${body}\n});\n`;
  const { findings } = scanSources([{ file: "a.ts", text }], "acme");
  return findings.filter(({ note }) => note?.startsWith("It copies") === true).map(({ line }) => line);
}

const COPY = "res.status(r.status).end()";

const THEN = 2;
const ELSE = 3;

test.each<readonly [condition: string, copies: readonly number[]]>([
  ["r.ok", [ELSE]],
  ["(r.ok)", [ELSE]],
  ["!r.ok", [THEN]],
  ["!!r.ok", [ELSE]],
  ["-r.ok", [THEN, ELSE]],
  ["!seats", [THEN, ELSE]],
  ["!(seats || late)", [THEN, ELSE]],
  ["r.okay", [THEN, ELSE]],
  ["isOk(r)", [ELSE]],
  ["isSuccess(r)", [ELSE]],
  ["isSuccessful(r)", [ELSE]],
  ["r.isSuccessfulNow()", [THEN, ELSE]],
  ["wasisOk(r)", [THEN, ELSE]],
  ["seats(r)", [THEN, ELSE]],
  ["r.ok && seats", [ELSE]],
  ["seats && r.ok", [ELSE]],
  ["seats && late", [THEN, ELSE]],
  ["!r.ok && seats", [THEN, ELSE]],
  ["!r.ok || seats", [THEN]],
  ["r.ok || seats", [THEN, ELSE]],
  ["!(r.ok && seats)", [THEN]],
  ["r.status === 404", [ELSE]],
  ["r.status == 404", [ELSE]],
  ["r.statusCode === 404", [ELSE]],
  ["r.status !== 404", [THEN]],
  ["r.status != 404", [THEN]],
  ["r.status === code", [THEN, ELSE]],
  ["r.statuses === 404", [THEN, ELSE]],
  ["r.laststatus === 404", [THEN, ELSE]],
  ["seats === 404", [THEN, ELSE]],
  ["r.status < 300", [ELSE]],
  ["r.status <= 299", [ELSE]],
  ["r.status < 400", [ELSE]],
  ["r.status >= 400", [THEN]],
  ["r.status > 299", [THEN]],
  ["r.status < 298", [THEN, ELSE]],
  ["r.status < 500", [THEN, ELSE]],
  ["r.status > 401", [THEN, ELSE]],
  ["r.status & 400", [THEN, ELSE]],
  ["r.status << 400", [THEN, ELSE]],
  ["r.status >> 300", [THEN, ELSE]],
])("under the condition %s, the branches copy any status on the lines %j", (condition, copies) => {
  expect(copiesIn(`if (${condition}) { ${COPY};\n} else { ${COPY}; }`)).toEqual(copies);
  expect(copiesIn(`${condition} ? ${COPY}\n: ${COPY};`)).toEqual(copies);
});

test.each<readonly [what: string, body: string, copies: readonly number[]]>([
  ["a check that returns", `if (!r.ok) return;\n${COPY};`, []],
  ["a check that throws in a block", `if (!r.ok) { log(r); log(url); throw failed(r); }\n${COPY};`, []],
  ["a check that copies it and returns", `if (!r.ok) { ${COPY}; return; }`, [2]],
  ["a check that may go on", `if (!r.ok) { throw failed(r); log(r); }\n${COPY};`, [3]],
  ["a check in an empty block", `if (!r.ok) {}\n${COPY};`, [3]],
  ["a check that throws for one of two failures", `if (!r.ok && late) throw failed(r);\n${COPY};`, [3]],
  ["a loop that throws", `while (!r.ok) throw failed(r);\n${COPY};`, [3]],
  ["a check before other statements", `if (!r.ok) throw failed(r);\nlog(r);\n${COPY};`, []],
  ["a check that comes later", `${COPY};\nlog(r);\nif (!r.ok) throw failed(r);`, [2]],
  ["a check in the same case", `switch (r.kind) { case 1: if (!r.ok) throw failed(r);\n${COPY}; }`, []],
  ["a check before a block", `if (!r.ok) throw failed(r);\nfor (const one of all) { ${COPY}; }`, []],
  ["two checks", `if (!r.ok) throw failed(r);\n${COPY};\nif (!r.ok) throw failed(r);\n${COPY};`, []],
  ["a copy before and after a check", `${COPY};\nif (!r.ok) throw failed(r);\n${COPY};`, [2]],
])("of %s, the statements copy any status on the lines of %j", (_what, body, copies) => {
  expect(copiesIn(body)).toEqual(copies);
});
