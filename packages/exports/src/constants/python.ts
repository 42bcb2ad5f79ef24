import type { CatalogJson, CodeJson } from "../json/catalog-json.ts";
import { constantName, toComment, toLiteral } from "./text.ts";

/** Writes a module for Python 3.9 or later that needs only the standard library. */
export function pythonConstants({ vendor, codes }: CatalogJson): string {
  return `# Made by @uhp-errors/exports of the catalog of ${vendor}. Change the catalog instead.
"""The error codes of ${vendor}."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Mapping, Tuple

#: The prefix of the codes that every service makes up.
VENDOR = ${toLiteral(vendor)}

${codes.map(writeConstant).join("\n")}


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
${codes.map(writeFacts).join("\n")}
    }
)
`;
}

function writeConstant({ code, when }: CodeJson): string {
  return `#: ${toComment(when)}\n${constantName(code)} = ${toLiteral(code)}`;
}

function writeFacts(facts: CodeJson): string {
  const { code, type, status, places, since, retry, message, detail_required: isRequired } = facts;
  const tuple = (values: readonly (string | number)[]) => `(${values.map((value) => `${value},`).join(" ")})`;
  return `        ${constantName(code)}: ErrorFacts(
            code=${constantName(code)},
            type=${toLiteral(type)},
            status=${tuple(status)},
            places=${tuple(places.map(toLiteral))},
            since=${toLiteral(since)},
            retry=${toLiteral(retry.rule)},
            message=${toLiteral(message)},
            detail_required=${isRequired ? "True" : "False"},
        ),`;
}
