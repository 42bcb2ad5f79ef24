// Loaded before a program of the documentation. Makes the program listen on a free port, and sends the port to the parent.
const { Server } = require("node:net");

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  this.once("listening", () => process.send?.({ port: this.address().port }));
  const [first] = args;
  const isObject = typeof first === "object" && first !== null;
  if (isObject) return listen.call(this, { ...first, host: "127.0.0.1", port: 0 }, ...args.slice(1));
  return listen.call(this, 0, "127.0.0.1", ...args.filter((value) => typeof value === "function"));
};
