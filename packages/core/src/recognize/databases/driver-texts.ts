import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  isOfUpstream,
  type Mappings,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";

/** Of some failures drivers make plain errors, of which the text is all that tells them; each is of a fixed text. */
const PG = mappingsOf<string>(
  [
    [
      "Connection terminated due to connection timeout",
      "Query read timeout",
      "timeout exceeded when trying to connect",
      "timeout expired",
    ],
    { code: "upstream_timeout" },
  ],
  [["Connection terminated", "Connection terminated unexpectedly"], { code: "upstream_error" }],
);

const IOREDIS = mappingsOf<string>(
  [["Command timed out"], { code: "upstream_timeout" }],
  [
    ["Connection is closed.", "Stream isn't writeable and enableOfflineQueue options is false"],
    { code: "upstream_error" },
  ],
);

const MYSQL = mappingsOf<string>([["Queue limit reached."], { code: "upstream_error" }]);

/** Drivers' failures without a mark. They end as a 5xx whoever made them, so a text that is not unique does no harm. */
export const driverTexts: readonly BuiltInRecognizer[] = [
  known("pg", PG),
  known("ioredis", IOREDIS),
  known("mysql2", MYSQL),
];

function known(name: string, texts: Mappings<string>): BuiltInRecognizer {
  return {
    name,
    recognize(thrown, mappingContext) {
      if (!isNativeError(thrown) || peek(thrown, "name") !== "Error" || isOfUpstream(thrown)) return undefined;
      if (["code", "status", "statusCode"].some((key) => peek(thrown, key) !== undefined)) return undefined;
      return mappingOfCode(texts, peekString(thrown, "message") ?? "", thrown, mappingContext);
    },
  };
}
