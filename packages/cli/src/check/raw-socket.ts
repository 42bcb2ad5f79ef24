import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type { RawExchange } from "@uhp-errors/conformance/internal";

const MAX_BYTES = 1_048_576;

export function rawSocket(url: URL, timeoutMs: number): RawExchange {
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/[[\]]/g, "");
  const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port);
  return (request) =>
    new Promise((resolve, reject) => {
      const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
      let answer = "";
      let connected = false;
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve(answer);
      };
      // What has arrived so far counts, because a server need not close the connection after its response.
      const timer = setTimeout(() => {
        if (answer === "") reject(new Error(`none came within ${timeoutMs} ms`));
        end();
      }, timeoutMs);
      socket.setEncoding("latin1");
      socket.once(isTls ? "secureConnect" : "connect", () => {
        connected = true;
        socket.write(request, "latin1");
      });
      socket.on("data", (chunk) => {
        answer += String(chunk).slice(0, MAX_BYTES - answer.length);
        if (answer.length >= MAX_BYTES) end();
      });
      socket.once("error", (error) => {
        if (connected) end();
        else reject(error);
      });
      socket.once("close", end);
    });
}
