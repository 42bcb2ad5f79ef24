import { isNativeError, peek, peekString } from "../sanitize/peek.ts";
import { isOfUpstream, type Meanings, meaningOfCode, meaningsOf, type Producer } from "./recognition.ts";

/** Of some failures drivers make plain errors, of which the text is all that tells them; each is of a fixed text. */
const PG = meaningsOf<string>(
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

const IOREDIS = meaningsOf<string>(
  [["Command timed out"], { code: "upstream_timeout" }],
  [
    ["Connection is closed.", "Stream isn't writeable and enableOfflineQueue options is false"],
    { code: "upstream_error" },
  ],
);

const MYSQL = meaningsOf<string>([["Queue limit reached."], { code: "upstream_error" }]);

/** Drivers' failures without a mark. They end as a 5xx whoever made them, so a text that is not unique does no harm. */
export const driverTexts: readonly Producer[] = [known("pg", PG), known("ioredis", IOREDIS), known("mysql2", MYSQL)];

function known(name: string, texts: Meanings<string>): Producer {
  return {
    name,
    recognize(thrown, circumstances) {
      if (!isNativeError(thrown) || peek(thrown, "name") !== "Error" || isOfUpstream(thrown)) return undefined;
      if (["code", "status", "statusCode"].some((key) => peek(thrown, key) !== undefined)) return undefined;
      return meaningOfCode(texts, peekString(thrown, "message") ?? "", thrown, circumstances);
    },
  };
}
