import { expect, test } from "vitest";
import type { RecordedError } from "../../site/playground/recorded.ts";
import { foreignList } from "./foreign-list.ts";
import { type Provoked, recordedFrom, traitsOf } from "./recorded-errors.ts";
import { SECRETS } from "./secrets.ts";

const provoked = (library: string, version: string, condition: string, more: Partial<Provoked> = {}): Provoked => ({
  library,
  version,
  condition,
  status: 502,
  code: "acme_upstream_error",
  names: ["Error"],
  marks: {},
  text: "",
  alone: "500",
  ...more,
});

const RECORDED: readonly RecordedError[] = recordedFrom([
  provoked("tea", "10.0.0", "in both", { names: ["TeaError"] }),
  provoked("tea", "9.1.0", "in both", { names: ["TeaError"] }),
  provoked("tea", "9.1.0", "only in the older one (ETEA)", { names: ["TeaError"], marks: { code: "ETEA" } }),
  provoked("tea", "10.0.0", "a leaf", { names: ["LeafError"], status: null, code: null, alone: "500, shows its text" }),
  provoked("cup", "1.0.0", "a crack", { names: [], marks: { code: "ECRACK" } }),
]);

test("each library has its versions, its names, and what each error becomes", () => {
  const [sum = "", cup, tea] = foreignList(RECORDED).split("\n## ");
  expect(sum).toMatch(/4 errors of 2 libraries.* of 1 of them/s);
  expect(cup).toBe("cup\n\n1.0.0.\n\n- 502 `acme_upstream_error`: a crack (`ECRACK`).\n");
  expect(tea).toBe(`tea

9.1.0, 10.0.0: \`LeafError\`, \`TeaError\`.

- 502 \`acme_upstream_error\`: in both (\`TeaError\`); only in the older one (ETEA) (9.1.0).
- No answer, since the client left: a leaf (\`LeafError\`, 10.0.0).
`);
});

test("an error shows its names, its own fields and the beginning of its message, and no secret", () => {
  class TeaError extends Error {
    code = "ETEA";
    type = SECRETS.password;
    get status() {
      return 503;
    }
  }
  expect(traitsOf(new TeaError(`cold ${SECRETS.host} now`))).toEqual({
    names: ["TeaError"],
    marks: { code: "ETEA" },
    text: "cold ",
  });
  expect(traitsOf(new Error("after 30 ms"))).toEqual({ names: [], marks: {}, text: "after " });
  expect(traitsOf([{ message: "a" }])).toEqual({ names: [], marks: {}, text: "" });
  expect(traitsOf(undefined)).toEqual({ names: [], marks: {}, text: "" });
});
