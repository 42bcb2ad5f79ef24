import { Agent, request } from "node:http";

/** Only a few, because opening each makes some garbage in the server. */
const CONNECTIONS = 8;

/** Sends exactly this many requests over a few connections, and reads the responses. */
export async function send(url: string, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = requests;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await one(url, agent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}

function one(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
}
