export { attach } from "./attach.ts";
export { clientErrorListener } from "./client-error.ts";
export { type FrameworkFacts, facts, type NodeRequest, pathOf } from "./facts.ts";
export { guard } from "./guard.ts";
export { stream } from "./stream.ts";
export { answerBegun, cut, entrust, fail, write } from "./write.ts";
