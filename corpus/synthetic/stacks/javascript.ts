import { either, text } from "../draft.ts";
import { camelName, className } from "../names.ts";
import { fileUrl, line, lineColumn, sourceFile, windows } from "../paths.ts";
import { bundled, nodeModule } from "../sources.ts";
import { oneOf, prefixedId, whole } from "../words.ts";
import { at, said, several, sometimes, trace, tracing } from "./trace.ts";

const here = sourceFile(".js", ".mjs", ".cjs", ".ts");
const fn = either(
  camelName,
  camelName,
  text`${className}.${camelName}`,
  "t",
  "Object.parse",
  text`exports.${camelName}`,
);
const method = oneOf("Router.handle", "Server.emit", "Layer.dispatch", "Pool.connect", "Socket.onData");
const type = className;

const message = said(
  oneOf(
    "TypeError: Cannot read properties of undefined (reading 'id')",
    "Error: Request failed with status code 503",
    "ReferenceError: customer is not defined",
    "RangeError: Maximum call stack size exceeded",
    "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
    "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal",
    "TypeError: order.total is not a function",
    "Error: The charge was declined",
  ),
);
const spoken = said(text`Error: Could not settle ${prefixedId}`);

const v8 = (indent: string) =>
  several(
    2,
    8,
    at(indent, text`at ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${fn} (${nodeModule}:${lineColumn})`),
    at(indent, text`at ${method} (${nodeModule}:${lineColumn})`),
    at(indent, text`at async ${fn} (${here}:${lineColumn})`),
    at(indent, text`at ${here}:${lineColumn}`),
    at(indent, text`at async ${fileUrl}:${lineColumn}`),
    at(indent, text`at ${fn} (${fileUrl}:${lineColumn})`),
    at(indent, text`at new ${type} (${here}:${lineColumn})`),
    at(indent, text`at Object.<anonymous> (${here}:${lineColumn})`),
    at(
      indent,
      text`at ${type}.${oneOf("load", "save", "then")} [as ${oneOf("handler", "_onTimeout", "callback")}] (${here}:${lineColumn})`,
    ),
    at(indent, text`at eval (eval at <anonymous> (${here}:${lineColumn}), <anonymous>:1:${whole(1, 40)})`),
    at(
      indent,
      text`at ${oneOf("Array.map", "Array.forEach", "JSON.parse", "new Promise", "Map.forEach")} (<anonymous>)`,
    ),
    at(indent, text`at async Promise.all (index ${whole(0, 9)})`),
    at(indent, text`at wasm-function[${whole(0, 400)}]:0x${whole(1000, 99999)}`),
    at(indent, text`at ${fn} (wasm://wasm/00b3f1a2:wasm-function[${whole(0, 99)}]:0x${whole(100, 999)})`),
    at(indent, text`at ${fn} (${bundled}:${lineColumn})`),
    at(indent, text`at ${type}.load (${windows}:${lineColumn})`),
    at(indent, text`at process.processTicksAndRejections (node:internal/process/task_queues:${lineColumn})`),
    at(indent, text`at Module._compile (node:internal/modules/cjs/loader:${lineColumn})`),
    at(indent, text`at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:${lineColumn})`),
    at(indent, text`at node:internal/main/run_main_module:${lineColumn}`),
    at(indent, text`at TLSSocket.onConnectEnd (node:_tls_wrap:${lineColumn})`),
    at(indent, text`at Generator.next (<anonymous>)`),
    at(indent, text`at ${fn} (https://app.example.com/assets/index-${whole(1000, 9999)}.js:1:${whole(100, 99999)})`),
  );

const caught = trace(message, v8("    "));
const thrown = trace(
  at("", text`${here}:${line}`),
  at("    ", text`throw new ${type}(${oneOf("reason", "'declined'", "response.status")});`),
  at("    ", "^"),
  said(""),
  spoken,
  v8("    "),
  said(""),
  said("Node.js v22.12.0"),
);
const caused = trace(
  message,
  v8("    "),
  at("    ", text`... ${whole(2, 9)} lines matching cause stack trace ...`),
  sometimes(at("    ", "at async Server.<anonymous> (/srv/shop/dist/server.js:88:5)")),
  said("  [cause]: Error: Upstream closed the stream"),
  v8("      "),
);

const callee = either(
  camelName,
  text`async*${camelName}`,
  text`${className}.prototype.${camelName}`,
  "u</this.run",
  "value",
);
const page = text`https://app.example.com/assets/${oneOf("main", "vendor", "chunk-7f")}.js`;
const gecko = trace(
  message,
  several(
    2,
    6,
    at("", text`${callee}@${page}:${line}:${whole(1, 80)}`),
    at("", text`@${page}:${line}:${whole(1, 80)}`),
    at("", text`${callee}@webpack-internal:///./src/orders.js:${lineColumn}`),
    at("", text`promise callback*${callee}@${page}:${lineColumn}`),
    at("", text`${callee}@${fileUrl}:${lineColumn}`),
    at("", text`setTimeout handler*${callee}@${page}:${lineColumn}`),
  ),
);
const webkit = trace(
  said("TypeError: undefined is not an object (evaluating 'order.id')"),
  several(
    2,
    6,
    at("", text`${callee}@${page}:${lineColumn}`),
    at("", text`global code@${page}:${lineColumn}`),
    at("", text`eval code@`),
    at("", text`${oneOf("map", "forEach", "asyncFunctionResume", "promiseReactionJob")}@[native code]`),
    at("", text`${callee}@${here}:${lineColumn}`),
    at("", text`module code@${fileUrl}:${lineColumn}`),
  ),
);
const bun = trace(
  at("", text`${whole(10, 99)} | const order = await store.get(id);`),
  at("                      ", "^"),
  said("error: Could not read the order"),
  several(
    1,
    4,
    at("      ", text`at ${fn} (${here}:${lineColumn})`),
    at("      ", text`at async ${fn} (${here}:${lineColumn})`),
  ),
);

export const javascript = [
  tracing(caught),
  tracing(caught),
  tracing(trace(spoken, v8("    "))),
  tracing(trace(message, v8("\t"))),
  tracing(thrown),
  tracing(caused),
  tracing(gecko),
  tracing(webkit),
  tracing(bun),
];
