import { type Draft, type Frame, inJson, text, written } from "./draft.ts";
import { clock, day, firstName, model, prefixedId, requestId, service, whole } from "./words.ts";

/** Authors' own words around a text that they interpolate. */
export const around: readonly ((inner: Draft) => Frame)[] = [
  (inner) => text`Provider said: ${inner}`,
  (inner) => text`Upstream error: ${inner}`,
  (inner) => text`${inner} (request ${requestId})`,
  (inner) => text`Order ${prefixedId} could not be saved: ${inner}`,
  (inner) => text`Could not finish the run: ${inner} – please try again`,
  (inner) => text`[${service}] ${inner}`,
  (inner) => text`Tool call failed after ${whole(2, 9)} attempts: ${inner}`,
  (inner) => text`"${inner}"`,
  (inner) => text`Error: ${inner}`,
  (inner) => text`${inner}\n`,
  (inner) => text`The model ${model} cannot be reached: ${inner}`,
  (inner) => text`{"error":{"message":"${written(inner, inJson)}","code":${whole(400, 599)}}}`,
  (inner) =>
    text`{"type":"error","error":{"type":"api_error","message":"${written(inner, inJson)}"},"request_id":"${requestId}"}`,
  (inner) => text`Job ${prefixedId} of ${firstName} failed on ${day}:\n${inner}`,
  (inner) => text`${clock} WARN ${inner}`,
  (inner) => text`500 ${inner}`,
  (inner) => text`Der Anbieter meldet: ${inner}`,
  (inner) => text`Fehler beim Speichern – ${inner}`,
  (inner) => text`Le fournisseur a répondu : ${inner}`,
  (inner) => text`El proveedor respondió: ${inner}`,
  (inner) => text`プロバイダーのエラー: ${inner}`,
  (inner) => text`服务商返回：${inner}`,
  (inner) => text`Ошибка поставщика: ${inner}`,
];

/** What stands between two texts that an author puts into one. */
export const between = ["; ", "\n", " -> ", ", caused by: ", " | ", "; then: ", " and then ", "\n\n"] as const;
