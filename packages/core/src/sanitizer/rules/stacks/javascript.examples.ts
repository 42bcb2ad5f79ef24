import type { Examples } from "../proof.examples.ts";

export const javascriptExamples: Examples = {
  "v8-frame": {
    redacts: [
      "Boom\n    at Object.<anonymous> (/srv/a.js:1:2)",
      "x at async Promise.all (index 0) at f (a.js:1:2)",
      "at new Foo (file:///x.mjs:3:1)",
      "at Object.get [as name] (x.js:1:1)",
      "at Array.map (<anonymous>)",
      "at eval (eval at run (/srv/x.js:3:4), <anonymous>:1:1)",
      "at JSON.parse (<anonymous>:null:null)",
    ],
    keeps: [
      "Meeting ends at 10:30 (UTC+02:00), now",
      "Failed at step (3)",
      "Meet at noon (12:30 sharp)",
      "look at it (now)",
    ],
  },
  "v8-frame-without-name": {
    redacts: [
      "at wasm-function[306]:0x68732",
      "x at /srv/a.js:1:2",
      "at async file:///srv/a.mjs:1:2",
      "at node:internal/x:3:4",
      "at <anonymous>:1:1",
    ],
    keeps: ["at 10:30:00", "at srv/a.js:1:2nd", "closed at 10:30:00 today", "at http://example.com:80 now"],
  },
  "v8-frames-without-places": {
    redacts: [
      "Boom at Object.<anonymous> at Module._compile at node:internal/x",
      "x at async run at Object.<anonymous>",
    ],
    keeps: ["Look at Object.keys at noon", "<anonymous> function at work", "It failed at Module"],
  },
  "component-frames": {
    redacts: [
      "x at Checkout at div at App",
      "    at Checkout\n    at div\n    at App",
      "key\n in Row (created by List)\n in List (created by App)",
      "prop in Row (at List.js:12) in App",
    ],
    keeps: [
      "It failed at start, at work and at home",
      "Meet at noon at Berlin",
      "in Catalog (created by Jo)",
      "in Berlin (at 10:30) in Europe",
    ],
  },
  "at-sign-frame": {
    redacts: ["run@file:///srv/a.js:1:2", "@https://example.com/a.js:3:4", "map@[native code]", "f@/srv/x.js:3:1"],
    keeps: ["ops@example.com", "@scope/name"],
  },
  "node-source-line": {
    redacts: ["/srv/a.js:3\n    throw new Error('x');\n    ^\n\nError: x"],
    keeps: ["a ^ b", "2^10"],
  },
  "node-source-line-flat": {
    redacts: ["/srv/a.js:3 throw new Error('x'); ^ Error: x"],
    keeps: ["a.b ^ c", "/srv/a.js:3 is fine\n2 ^ 3"],
  },
  "node-version-line": { redacts: ["x (a.js:1:1)\n\nNode.js v20.1.0"], keeps: ["Use Node.js v20.1.0 or later"] },
  "omitted-frames": {
    redacts: [
      "... 5 lines matching cause stack trace ...",
      "Emitted 'error' event on Socket instance at:",
      "From event:\n    at x",
    ],
    keeps: ["... 5 lines"],
  },
  "v8-frame-with-spaces": {
    redacts: ["at stopHiding - secret - v1 (file:///srv/x.js:37:12)"],
    keeps: ["at noon (see /srv)"],
  },
};
