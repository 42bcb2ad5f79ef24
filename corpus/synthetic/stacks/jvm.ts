import { either, text } from "../draft.ts";
import { camelName, className, pascalName } from "../names.ts";
import { line, sourceFile, windowsSource } from "../paths.ts";
import { oneOf, whole } from "../words.ts";
import { at, said, several, sometimes, trace, tracing } from "./trace.ts";

const javaClass = className;
const javaMethod = either(camelName, camelName, text`lambda$${camelName}$0`, "<init>", "access$300", "invokeSuspend");
const javaPackage = oneOf(
  "com.acme.shop",
  "org.springframework.web.servlet",
  "io.netty.channel",
  "java.base/java.util.concurrent",
);
const jvmFrames = several(
  2,
  8,
  at("\t", text`at ${javaPackage}.${javaClass}.${javaMethod}(${javaClass}.java:${line})`),
  at("\t", text`at com.acme.ledger.${javaClass}$$SpringCGLIB$$0.${javaMethod}(<generated>)`),
  at(
    "\t",
    text`at java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:${line})`,
  ),
  at("\t", text`at java.base/java.lang.Thread.run(Thread.java:${line})`),
  at("\t", text`at app//com.acme.shop.${javaClass}.${javaMethod}(${javaClass}.kt:${line})`),
  at("\t", text`at sun.nio.ch.Net.connect0(Native Method)`),
  at("\t", text`at com.acme.shop.${javaClass}.${javaMethod}(Unknown Source)`),
  at("\t", text`at scala.collection.immutable.List.map(List.scala:${line})`),
  at("\t", text`at com.acme.Main$.$anonfun$main$1(Main.scala:${line}) ~[ledger.jar:1.4.0]`),
);
const javaError = oneOf(
  'java.lang.NullPointerException: Cannot invoke "Order.total()" because "order" is null',
  "java.lang.IllegalStateException: Order is already settled",
  "org.springframework.dao.DataIntegrityViolationException: could not execute statement",
  "kotlin.KotlinNullPointerException",
  "java.util.concurrent.TimeoutException: Did not observe any item within 5000ms",
  "scala.MatchError: Refused (of class com.acme.Refused$)",
);
const cause = trace(
  at(
    "",
    text`Caused by: ${either("java.io.IOException: Stream closed", "java.sql.SQLException: Too many connections", "java.net.SocketTimeoutException: Read timed out")}`,
  ),
  jvmFrames,
  at("\t", text`... ${whole(2, 60)} more`),
);
const java = trace(said(javaError), jvmFrames);
const javaCaused = trace(said(javaError), jvmFrames, cause);
const javaThread = trace(
  at("", text`Exception in thread "${oneOf("main", "pool-1-thread-3", "DefaultDispatcher-worker-2")}" ${javaError}`),
  jvmFrames,
  sometimes(cause),
);
const javaSuppressed = trace(
  said(javaError),
  jvmFrames,
  at("\t", "Suppressed: java.io.IOException: Broken pipe"),
  at("\t\t", text`at com.acme.io.Sink.close(Sink.java:${line})`),
);

const dotnetFrames = several(
  2,
  6,
  at(
    "   ",
    text`at Acme.Shop.${javaClass}.${either(pascalName, text`${pascalName}Async`, "<Run>b__0", ".ctor")}(${oneOf("", "String id", "Int32 id, CancellationToken token")}) in ${windowsSource(".cs")}:line ${line}`,
  ),
  at("   ", text`at Acme.Ledger.${javaClass}.${either("MoveNext", pascalName)}() in ${sourceFile(".cs")}:line ${line}`),
  at(
    "   ",
    text`at System.Net.Http.HttpConnectionPool.${oneOf("ConnectAsync", "SendWithVersionDetectionAndRetryAsync")}(HttpRequestMessage request, Boolean async)`,
  ),
  at(
    "   ",
    text`at System.Threading.Tasks.Task.${oneOf("Execute()", "ThrowIfExceptional(Boolean includeTaskCanceledExceptions)")}`,
  ),
  at("   ", text`at lambda_method${whole(1, 99)}(Closure, Object)`),
  at("", "--- End of stack trace from previous location ---"),
);
const dotnet = trace(
  said(
    oneOf(
      "System.NullReferenceException: Object reference not set to an instance of an object.",
      "Unhandled exception. System.InvalidOperationException: Sequence contains no elements",
      "System.TimeoutException: The operation has timed out.",
    ),
  ),
  dotnetFrames,
  sometimes(at("   ", "--- End of inner exception stack trace ---")),
);

/** Traces of the Java and .NET virtual machines. */
export const jvm = [
  tracing(java),
  tracing(java),
  tracing(javaCaused),
  tracing(javaThread),
  tracing(javaSuppressed),
  tracing(dotnet),
  tracing(dotnet),
];
