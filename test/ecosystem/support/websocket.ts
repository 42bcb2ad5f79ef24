/** Header fields that request a WebSocket. The key is the protocol's own example, so the response is always the same. */
export function upgrade(): Readonly<Record<string, string>> {
  return {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
}

/** A frame that closes a WebSocket, masked with zeros as a client's has to be. */
export const CLOSING = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);
