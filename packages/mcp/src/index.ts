export { type InstallableMcpServer, type InstallableServer, install } from "./install.ts";
