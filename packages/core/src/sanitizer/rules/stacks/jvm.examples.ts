import type { Examples } from "../proof.examples.ts";

export const jvmExamples: Examples = {
  "jvm-frame": {
    redacts: [
      "at com.acme.Main.run(Main.java:12)",
      "at java.base/java.lang.Thread.run(Thread.java:840)",
      "at sun.reflect.X.invoke0(Native Method) ~[na:1.8]",
      "at app.ServerKt$main$1.invokeSuspend(Server.kt)",
    ],
    keeps: ["look at f(x)", "meet at noon(ish)"],
  },
  "jvm-cause": {
    redacts: ["at a.B.c(D.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat x.Y.z(Y.java:1)"],
    keeps: ["Caused by: a typo"],
  },
  "jvm-omitted-frames": { redacts: ["... 12 more"], keeps: ["wait ... 12 times"] },
  "jvm-thread": { redacts: ['Exception in thread "main" java.lang.X: y'], keeps: ["an exception in a thread"] },
};
