export { bearer } from "./bearer.ts";
export { BearerGuard } from "./bearer-guard.ts";
export { operationsOf, UhpErrorCodes } from "./documentation.ts";
export { UHP_CONTRACT, UhpModule, type UhpModuleOptions } from "./module.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { stream } from "./stream.ts";
export { exceptionFactory } from "./validation.ts";
