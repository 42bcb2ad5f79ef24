export { attach } from "./attach.ts";
export { clientErrorListener } from "./client-error.ts";
export { type FrameworkFacts, facts, type NodeContext, type NodeRequest, pathOf } from "./facts.ts";
export { guard } from "./guard.ts";
export { expectAttached, expectContract, warnOnce } from "./mounting.ts";
export { stream } from "./stream.ts";
export { isAnswered, isWatched } from "./watch/index.ts";
export { answerBegun, cut, entrust, fail, write } from "./write.ts";
