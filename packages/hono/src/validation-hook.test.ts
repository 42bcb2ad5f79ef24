import { createContract, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { type ValidationResult, validationHook } from "./validation-hook.ts";

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError() {} });

function detailOf(result: ValidationResult): unknown {
  try {
    validationHook(result);
  } catch (thrown) {
    const { body = "{}" } = contract.respond(thrown, { method: "POST", path: "/", header: () => undefined }) ?? {};
    return JSON.parse(body).error.detail.issues.map(({ param }: { param: string | null }) => param);
  }
  return "nothing was thrown";
}

/** A list of a class of its own, whose constructor wants more than a length. */
class Errors extends Array<{ path: unknown; message: string }> {
  constructor(first: { path: unknown; message: string }) {
    super();
    this.push({ path: first.path, message: first.message });
  }
}

test.each<[what: string, result: ValidationResult, params: unknown]>([
  ["a success", { success: true }, "nothing was thrown"],
  ["issues", { success: false, issues: [{ message: "hunter2", path: [{ key: "a" }] }] }, ["a"]],
  ["errors with pointers", { success: false, errors: [{ message: "hunter2", path: "/a/0/b" }] }, ["a.0.b"]],
  ["an error of the whole body", { success: false, errors: [{ message: "hunter2", path: "" }] }, [null]],
  ["errors with lists", { success: false, errors: new Errors({ message: "hunter2", path: ["a", 0] }) }, ["a.0"]],
  [
    "errors of the headers",
    { success: false, errors: [{ message: "hunter2", path: "/x-a" }], target: "header" },
    [null],
  ],
])("the hook throws the paths of %s", (_what, result, params) => expect(detailOf(result)).toEqual(params));
