import { either, path, text } from "../draft.ts";
import { className, moduleName, pascalName, snakeName } from "../names.ts";
import { line, lineColumn, sourceFile } from "../paths.ts";
import { goFile, rustFile } from "../sources.ts";
import { oneOf, uuid, whole } from "../words.ts";
import { at, more, said, several, sometimes, trace, tracing } from "./trace.ts";

const goFunction = either(
  "main.main",
  text`main.(*${className}).${pascalName}`,
  "net/http.HandlerFunc.ServeHTTP",
  text`github.com/acme/shop/${moduleName}.${pascalName}`,
  "runtime.gopanic",
);
const goFrame = trace(
  at("", text`${goFunction}(${oneOf("0xc000112000", "{0x7f2a, 0x3}, 0x0", "...", "0x0?")})`),
  more("\t", text`${goFile}:${line} +0x${whole(10, 999)}`),
);
const go = trace(
  said(
    oneOf(
      "panic: runtime error: index out of range [5] with length 3",
      "panic: assignment to entry in nil map",
      "fatal error: all goroutines are asleep - deadlock!",
      "http: panic serving request: runtime error: invalid memory address or nil pointer dereference",
    ),
  ),
  sometimes(at("", text`[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x${whole(100000, 999999)}]`)),
  said(""),
  at("", text`goroutine ${whole(1, 900)} [${oneOf("running", "select, 3 minutes", "chan receive", "IO wait")}]:`),
  several(1, 4, goFrame),
  sometimes(
    trace(at("", text`created by main.start in goroutine ${whole(1, 9)}`), more("\t", text`${goFile}:${line} +0x1d`)),
  ),
  sometimes(said("exit status 2")),
);

const rustFunction = either(
  "std::panicking::begin_panic_handler",
  text`shop::${moduleName}::${snakeName}`,
  "core::panicking::panic_fmt",
  "tokio::runtime::task::raw::poll",
  "<alloc::boxed::Box<F,A> as core::ops::function::FnOnce<Args>>::call_once",
  text`ledger::${snakeName}::{{closure}}`,
);
const rustFrames = several(
  2,
  5,
  trace(at("   ", text`${whole(0, 24)}: ${rustFunction}`), more("             ", text`at ${rustFile}:${lineColumn}`)),
  at("   ", text`${whole(0, 24)}: ${rustFunction}`),
);
const rust = trace(
  at("", text`thread '${oneOf("main", "tokio-runtime-worker", "<unnamed>")}' panicked at ${rustFile}:${lineColumn}:`),
  said(
    oneOf(
      "called `Option::unwrap()` on a `None` value",
      "index out of bounds: the len is 3 but the index is 7",
      "attempt to subtract with overflow",
    ),
  ),
  sometimes(trace(at("", "stack backtrace:"), rustFrames)),
);
const anyhow = trace(said("Error: could not settle the order"), said(""), at("", "Stack backtrace:"), rustFrames);

const address = text`0x0000${whole(10000000, 99999999)}`;
const asan = trace(
  at(
    "",
    text`==${whole(100, 99999)}==ERROR: AddressSanitizer: ${oneOf("heap-use-after-free", "stack-buffer-overflow", "SEGV")} on ${oneOf("unknown address", "address")} ${address}`,
  ),
  several(
    2,
    5,
    at(
      "    ",
      text`#${whole(0, 12)} ${address} in ${either("main", snakeName, "__libc_start_main", "free")} ${sourceFile(".c", ".cc")}:${lineColumn}`,
    ),
    at("    ", text`#${whole(0, 12)} ${address} in _start (/usr/local/bin/renderd+0x${whole(1000, 9999)})`),
  ),
);
const gdb = trace(
  said("Program received signal SIGSEGV, Segmentation fault."),
  several(
    2,
    5,
    at(
      "",
      text`#${whole(0, 12)}  ${address} in ${either(snakeName, "raise")} (len=${whole(1, 99)}) at ${sourceFile(".c")}:${line}`,
    ),
    at("", text`#${whole(0, 12)}  ${address} in ?? () from /lib/x86_64-linux-gnu/libc.so.6`),
  ),
);
const dart = trace(
  said(oneOf("Unhandled exception:", "type 'Null' is not a subtype of type 'String'")),
  several(
    2,
    5,
    at(
      "",
      text`#${whole(0, 9)}      ${oneOf("main", "Orders.load", "_Client.send.<anonymous closure>")} (package:shop/orders.dart:${lineColumn})`,
    ),
    at(
      "",
      text`#${whole(0, 9)}      _startIsolate.<anonymous closure> (dart:isolate-patch/isolate_patch.dart:${lineColumn})`,
    ),
    at("", "<asynchronous suspension>"),
  ),
);
const swift = trace(
  said(text`Fatal error: Index out of range: file ${path(text`${sourceFile(".swift")}`)}, line ${line}`),
  several(
    1,
    4,
    at(
      "",
      text`${whole(0, 20)} ${oneOf("OrderKit", "libswiftCore.dylib", "Run")} ${address} $s8OrderKit4loadyyF + ${whole(10, 400)}`,
    ),
  ),
);
const minidump = trace(
  said(text`Crash ${uuid}`),
  at("", "Thread 0 (crashed)"),
  several(
    1,
    3,
    at(
      " ",
      text`${whole(0, 9)}  renderd!${oneOf("Decoder::next", "main")} [${sourceFile(".cc")} : ${line} + 0x${whole(1, 99)}]`,
    ),
  ),
);

/** Traces of programs that were compiled ahead of time. */
export const native = [
  tracing(go),
  tracing(go),
  tracing(rust),
  tracing(anyhow),
  tracing(asan),
  tracing(gdb),
  tracing(dart),
  tracing(swift),
  tracing(minidump),
];
