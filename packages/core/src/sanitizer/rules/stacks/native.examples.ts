import type { Examples } from "../proof.examples.ts";

export const nativeExamples: Examples = {
  "go-heading": {
    redacts: [
      "goroutine 1 [running]:",
      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x45]",
      "created by main.start in goroutine 1",
      "goroutine 91 [running]: runtime/debug.Stack()",
    ],
    keeps: ["a goroutine leaked", "created by the user", "7 were created by Jo."],
  },
  "go-frame": {
    redacts: [
      "main.main()\n\t/srv/main.go:12 +0x1d",
      "main.(*Server).handle(0xc0000, {0x1, 0x2}) /srv/s.go:5 +0x4",
      "main.(*Cache[...]).Get(...)\n\t/srv/c.go:7",
      "no rows\nmain.load\n\t/srv/app/main.go:12",
      "no rows acme/store.(*Store).Load /srv/store.go:41 main.main.func1 /srv/main.go:9",
    ],
    keeps: ["f(x) is fine", "for github.com/acme/money\ncmd/main.go:3:8: x", "rows /srv/main.go:12"],
  },
  "go-position": { redacts: ["/srv/main.go:12 +0x1d"], keeps: ["main.go is fine"] },
  "rust-panic": {
    redacts: ["thread 'main' panicked at src/main.rs:2:5:", "thread 'main' panicked at 'boom', src/main.rs:2:5"],
    keeps: ["the thread panicked"],
  },
  "rust-frame": {
    redacts: [
      "0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:584:5",
      "2: app::main at ./src/main.rs:3:5",
    ],
    keeps: ["3: three"],
  },
  "rust-frame-without-place": { redacts: ["\n   4: core::ops::function::FnOnce::call_once\n"], keeps: ["\n1: one\n"] },
  "rust-heading": {
    redacts: ["stack backtrace:", "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"],
    keeps: ["a backtrace is written"],
  },
  "native-frame": {
    redacts: [
      "#0 0x55d0c0de in main /srv/x.c:5:10",
      "#1  0x00007f in ?? () from /lib/libc.so.6",
      "#0  main () at x.c:5",
    ],
    keeps: ["issue #42 is open", "#1 best", "colour #00ff00"],
  },
  "sanitizer-report": {
    redacts: ["==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x55 #0 0x55d0c0de in main"],
    keeps: ["a == b", "==5"],
  },
  "libc-frame": { redacts: ["./a.out(main+0x1d)[0x55d0c0de]", "/lib/libc.so.6(+0x29d90) [0x7f12]"], keeps: ["f(x+1)"] },
  "valgrind-frame": { redacts: ["==4127==    by 0x109196: main (free.c:9)"], keeps: ["a == 4127 is false"] },
  "code-frame": {
    redacts: ["/srv/a.js: Unexpected token\n\n  1 | const a = 1;\n> 2 | const b = ;\n    |           ^\n  3 |"],
    keeps: ["a | b\n c | d", "Unexpected token (1:4)\n> 1 | { a\n    |    ^"],
  },
  "code-line-and-caret": {
    redacts: ["38 | const order = await load(id);\n                      ^\nerror: x", "3 | a.b() ^ TypeError: x"],
    keeps: ["1 | a\n^"],
  },
  "rust-frame-flat": {
    redacts: [
      "Stack backtrace: 13: <alloc::boxed::Box<F,A> as core::ops::function::FnOnce<Args>>::call_once 21: x::y::{{closure}}",
    ],
    keeps: ["a backtrace with 3: three"],
  },
};
