import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { toJson } from "../json/catalog-json.ts";
import { toConstants } from "./constants.ts";
import { goConstants } from "./go.ts";
import { pythonConstants } from "./python.ts";
import { typescriptConstants } from "./typescript.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_cold: { status: 503, message: "It is cold.", when: "A GPU was idle." },
    acme_lost: { task: true, message: "The task was lost.", when: "The agent ended." },
  },
});

/** A code with a detail, and one of tasks, as if that had two statuses. */
const described = (() => {
  const catalog = toJson(acme);
  const codes = catalog.codes.filter(({ code }) => code === "file_too_large" || code === "acme_lost");
  return {
    ...catalog,
    codes: codes.map((code) => (code.code === "acme_lost" ? { ...code, status: [502, 503] } : code)),
  };
})();

test("the constants of TypeScript are a module", () => {
  expect(
    typescriptConstants(described),
  ).toBe(`// Made by @uhp-errors/exports of the catalog of acme. Change the catalog instead.

/** The prefix of the codes that every service makes up. */
export const VENDOR = "acme";

/** Every code by its name. */
export const ErrorCode = {
  /** An upload or body exceeds the server's limit, which \`detail.max_bytes\` states in bytes. */
  FILE_TOO_LARGE: "file_too_large",
  /** The agent ended. */
  ACME_LOST: "acme_lost",
} as const;

/** One of the codes. There may be new ones: of a code that is none of these, go by its type. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** What is known of a code. */
export interface ErrorFacts {
  readonly type: string;
  /** The HTTP statuses that it is sent with; the first is the default. */
  readonly status: readonly number[];
  /** Where it may appear: "request", "failed_task", "cancelled_task", "stream". */
  readonly places: readonly string[];
  /** The oldest version of the protocol that has it. */
  readonly since: string;
  /** When a client may send the same request again. */
  readonly retry: string;
  /** The default message. */
  readonly message: string;
  /** Whether the detail is never null. */
  readonly detailRequired: boolean;
}

/** What is known of each code. */
export const ERROR_FACTS: ReadonlyMap<string, ErrorFacts> = new Map([
  [
    ErrorCode.FILE_TOO_LARGE,
    {
      type: "invalid_request_error",
      status: [413],
      places: ["request"],
      since: "2026-08-11",
      retry: "never",
      message: "The upload is larger than this server accepts.",
      detailRequired: true,
    },
  ],
  [
    ErrorCode.ACME_LOST,
    {
      type: "harness_error",
      status: [502, 503],
      places: ["failed_task", "stream"],
      since: "2026-08-11",
      retry: "client_judgement",
      message: "The task was lost.",
      detailRequired: false,
    },
  ],
]);
`);
});

test("the constants of Python are a module", () => {
  expect(
    pythonConstants(described),
  ).toBe(`# Made by @uhp-errors/exports of the catalog of acme. Change the catalog instead.
"""The error codes of acme."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Mapping, Tuple

#: The prefix of the codes that every service makes up.
VENDOR = "acme"

#: An upload or body exceeds the server's limit, which \`detail.max_bytes\` states in bytes.
FILE_TOO_LARGE = "file_too_large"
#: The agent ended.
ACME_LOST = "acme_lost"


@dataclass(frozen=True)
class ErrorFacts:
    """What is known of a code."""

    code: str
    type: str
    #: The HTTP statuses that it is sent with; the first is the default.
    status: Tuple[int, ...]
    #: Where it may appear: "request", "failed_task", "cancelled_task", "stream".
    places: Tuple[str, ...]
    #: The oldest version of the protocol that has it.
    since: str
    #: When a client may send the same request again.
    retry: str
    #: The default message.
    message: str
    #: Whether the detail is never null.
    detail_required: bool


#: What is known of each code. There may be new codes: of a code that is none of these, go by its type.
ERROR_FACTS: Mapping[str, ErrorFacts] = MappingProxyType(
    {
        FILE_TOO_LARGE: ErrorFacts(
            code=FILE_TOO_LARGE,
            type="invalid_request_error",
            status=(413,),
            places=("request",),
            since="2026-08-11",
            retry="never",
            message="The upload is larger than this server accepts.",
            detail_required=True,
        ),
        ACME_LOST: ErrorFacts(
            code=ACME_LOST,
            type="harness_error",
            status=(502, 503,),
            places=("failed_task", "stream",),
            since="2026-08-11",
            retry="client_judgement",
            message="The task was lost.",
            detail_required=False,
        ),
    }
)
`);
});

test("the constants of Go are a file that gofmt leaves as it is", () => {
  expect(goConstants(described)).toBe(`// Code generated by @uhp-errors/exports from the catalog of acme. DO NOT EDIT.

// Package errorcodes holds the error codes of acme.
package errorcodes

// Vendor is the prefix of the codes that every service makes up.
const Vendor = "acme"

// Code is the exact reason of an error. There may be new ones: of a code that is none of these, go by its type.
type Code string

// Every code.
const (
	// FileTooLarge: An upload or body exceeds the server's limit, which \`detail.max_bytes\` states in bytes.
	FileTooLarge Code = "file_too_large"
	// AcmeLost: The agent ended.
	AcmeLost Code = "acme_lost"
)

// Facts holds the facts about a code.
type Facts struct {
	Type string
	// Status holds the HTTP statuses that it is sent with; the first is the default.
	Status []int
	// Places says where it may appear: "request", "failed_task", "cancelled_task", "stream".
	Places []string
	// Since is the oldest version of the protocol that has it.
	Since string
	// Retry says when a client may send the same request again.
	Retry string
	// Message is the default message.
	Message string
	// DetailRequired says whether the detail is never null.
	DetailRequired bool
}

// ErrorFacts holds the facts about each code.
var ErrorFacts = map[Code]Facts{
	FileTooLarge: {
		Type:           "invalid_request_error",
		Status:         []int{413},
		Places:         []string{"request"},
		Since:          "2026-08-11",
		Retry:          "never",
		Message:        "The upload is larger than this server accepts.",
		DetailRequired: true,
	},
	AcmeLost: {
		Type:           "harness_error",
		Status:         []int{502, 503},
		Places:         []string{"failed_task", "stream"},
		Since:          "2026-08-11",
		Retry:          "client_judgement",
		Message:        "The task was lost.",
		DetailRequired: false,
	},
}
`);
});

test("the constants have every code of a catalog", () => {
  for (const language of ["typescript", "python", "go"] as const) {
    const text = toConstants(acme, language);
    expect(toJson(acme).codes.filter(({ code }) => !text.includes(`"${code}"`))).toEqual([]);
  }
});

test.each(["rust", "constructor"])("%s is no language of the constants", (language) => {
  expect(() => toConstants(acme, language as "go")).toThrow(
    new TypeError("language: expected one of typescript, python, go"),
  );
});
