import type { Kit } from "./kit.ts";

/** Runs this area: what compilers and builders say. */
export async function provoke(kit: Kit): Promise<void> {
  const all: [string, string[], Record<string, string>][] = [
    ["gcc/undeclared", ["gcc", "-c", "src/total.c"], { "src/total.c": "int total(void) {\n  return net + 3;\n}\n" }],
    [
      "gcc/undeclared-absolute",
      ["gcc", "-c", "@WORK@/src/tax.c"],
      { "src/tax.c": "int tax(void) {\n  return rate;\n}\n" },
    ],
    ["gcc/expected-semicolon", ["gcc", "-c", "src/total.c"], { "src/total.c": "int total(void) {\n  return 3\n}\n" }],
    ["gcc/no-header", ["gcc", "-c", "src/pool.c"], { "src/pool.c": "#include <acme/pool.h>\n" }],
    [
      "gcc/included-from",
      ["gcc", "-Iinclude", "-c", "src/a.c"],
      { "include/a.h": "int f(;\n", "src/a.c": '#include "a.h"\n' },
    ],
    [
      "gcc/link",
      ["gcc", "src/main.c"],
      { "src/main.c": "int total(void);\n\nint main(void) {\n  return total();\n}\n" },
    ],
    ["gcc/no-file", ["gcc", "/srv/shop/native/resize.c"], {}],
    ["gcc/option", ["gcc", "-fstack-guard", "-c", "a.c"], { "a.c": "int a;\n" }],
    ["gcc/no-library", ["gcc", "src/main.c", "-lacmepdf"], { "src/main.c": "int main(void) { return 0; }\n" }],
    ["gcc/no-input", ["gcc"], {}],
    [
      "g++/no-matching",
      ["g++", "-c", "src/order.cpp"],
      { "src/order.cpp": "int total(int a, int b);\n\nint x = total(1);\n" },
    ],
    [
      "g++/conversion",
      ["g++", "-c", "@WORK@/src/order.cpp"],
      { "src/order.cpp": '#include <string>\n\nint x = std::string("12");\n' },
    ],
    ["g++/no-member", ["g++", "-c", "src/order.cpp"], { "src/order.cpp": "struct Order {} o;\nint x = o.total;\n" }],
    ["ld/no-file", ["ld", "/usr/local/lib/acme/pool.o"], {}],
    ["as/bad-instruction", ["as", "src/a.s"], { "src/a.s": "\tmvo %eax, %ebx\n" }],
    ["make/recipe", ["make"], { Makefile: "all:\n\t@cat /srv/ledger/current/VERSION\n" }],
    ["make/no-rule", ["make"], { Makefile: "all: orders-image\n" }],
    ["make/no-makefile", ["make", "deploy"], {}],
    ["make/separator", ["make"], { Makefile: "all\n    echo\n" }],
    ["make/directory", ["make", "-C", "/opt/acme/billing", "all"], {}],
    [
      "make/echoed-secret",
      ["make", "push"],
      { Makefile: "push:\n\tfalse --registry registry.corp --token {{gitlabToken:91}}\n" },
    ],
    ["cmake/no-lists", ["cmake", "@WORK@/native"], {}],
    [
      "cmake/package",
      ["cmake", "native"],
      {
        "native/CMakeLists.txt":
          "cmake_minimum_required(VERSION 3.10)\nproject(pool NONE)\nfind_package(AcmePool REQUIRED)\n",
      },
    ],
  ];
  for (const [id, argv, files] of all)
    await kit.run(id, argv, {
      files,
      paths: ["main.c:(.text+0x5)"],
      stream: id.startsWith("make/echo") ? "both" : "stderr",
    });
}
