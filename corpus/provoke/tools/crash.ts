import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

const OVERFLOW = `#include <stdio.h>
#include <stdlib.h>

int total(int *lines, int n) {
  int sum = 0;
  for (int i = 0; i <= n; i++) sum += lines[i];
  return sum;
}

int main(void) {
  int *lines = malloc(3 * sizeof(int));
  for (int i = 0; i < 3; i++) lines[i] = i;
  printf("%d\\n", total(lines, 3));
  free(lines);
}
`;

const AFTER_FREE = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *name = malloc(16);
  strcpy(name, "order");
  free(name);
  puts(name);
}
`;

const CRASH = `#include <stdio.h>

struct order { int total; };

static int read_total(struct order *o) {
  return o->total;
}

int load(const char *file, struct order *o) {
  printf("%s\\n", file);
  return read_total(o);
}

int main(void) {
  return load("/var/lib/orders/118.bin", 0);
}
`;

const THROW = `#include <stdexcept>
#include <string>

void load(const std::string &file) {
  throw std::runtime_error("cannot open " + file);
}

int main() {
  load("/etc/acme/orders.conf");
}
`;

const THROW_PLAIN = `#include <vector>

int main(int n, char **) {
  return std::vector<int>{1, 2}.at(n + 6);
}
`;

const UNDEFINED = `#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int big = INT_MAX;
  int shift = 40 * argc;
  printf("%d\\n", big + argc);
  printf("%d\\n", 1 << shift);
}
`;

const ABORT = `#include <assert.h>

int main(void) {
  int quantity = 0;
  assert(quantity > 0);
}
`;

const GDB = ["gdb", "-q", "-nx", "-batch", "-ex", "set startup-with-shell off", "-ex", "run", "-ex", "bt"];

/** Leaves out the map of memory that follows the report. */
function beforeShadow(text: string): string {
  return text.split(/^Shadow bytes/m)[0] ?? text;
}

/** The first of several reports. */
function firstReport(text: string): string {
  return text.split(/^==\d+==$/m)[0] ?? text;
}

/** Runs this area: what is left of a native program that crashed. */
export async function provoke(kit: Kit): Promise<void> {
  const gcc = (...args: string[]): string[][] => [["gcc", "-g", "-O0", "-o", "orders", ...args]];
  const files = {
    "src/overflow.c": OVERFLOW,
    "src/free.c": AFTER_FREE,
    "src/crash.c": CRASH,
    "src/ub.c": UNDEFINED,
    "src/abort.c": ABORT,
    "src/throw.cpp": THROW,
    "src/at.cpp": THROW_PLAIN,
  };
  const asan: Provocation = {
    files,
    lang: "asan",
    stream: "stderr",
    env: { ASAN_OPTIONS: "color=never", UBSAN_OPTIONS: "print_stacktrace=0" },
    pick: beforeShadow,
  };
  await kit.run("asan/heap-overflow", ["./orders"], { ...asan, before: gcc("-fsanitize=address", "src/overflow.c") });
  await kit.run("asan/heap-overflow-flat", ["./orders"], {
    ...asan,
    flat: true,
    before: gcc("-fsanitize=address", "src/overflow.c"),
  });
  await kit.run("asan/use-after-free", ["./orders"], { ...asan, before: gcc("-fsanitize=address", "src/free.c") });
  await kit.run("asan/segv", ["./orders"], { ...asan, before: gcc("-fsanitize=address", "src/crash.c") });
  await kit.run("ubsan/overflow", ["./orders"], { ...asan, before: gcc("-fsanitize=undefined", "src/ub.c") });
  await kit.run("gdb/segv", [...GDB, "./orders"], { files, lang: "gdb", stream: "stdout", before: gcc("src/crash.c") });
  await kit.run("gdb/segv-flat", [...GDB, "./orders"], {
    files,
    lang: "gdb",
    stream: "stdout",
    flat: true,
    before: gcc("src/crash.c"),
  });
  await kit.run("gdb/abort", [...GDB, "./orders"], {
    files,
    lang: "gdb",
    stream: "stdout",
    before: gcc("src/abort.c"),
  });
  await kit.run("gdb/no-file", ["gdb", "-q", "-nx", "-batch", "/opt/acme/bin/orders"], { stream: "stderr" });
  await kit.run("glibc/assert", ["./orders"], { files, before: gcc("src/abort.c") });
  const cpp = (file: string): string[][] => [["g++", "-g", "-o", "orders", file]];
  await kit.run("libstdc++/terminate", ["./orders"], { files, before: cpp("src/throw.cpp") });
  await kit.run("libstdc++/out-of-range", ["./orders"], { files, before: cpp("src/at.cpp") });
  await kit.run("gdb/terminate", [...GDB, "./orders"], {
    files,
    lang: "gdb",
    stream: "stdout",
    before: cpp("src/throw.cpp"),
  });
  const valgrind = ["valgrind", "-q", "./orders"];
  await kit.run("valgrind/invalid-read", valgrind, {
    pick: firstReport,
    files,
    lang: "valgrind",
    stream: "stderr",
    before: gcc("src/free.c"),
  });
  await kit.run("valgrind/segv-flat", valgrind, {
    files,
    lang: "valgrind",
    stream: "stderr",
    flat: true,
    before: gcc("src/crash.c"),
  });
  await kit.run("strace/no-program", ["strace", "/opt/acme/bin/orders"]);
}
