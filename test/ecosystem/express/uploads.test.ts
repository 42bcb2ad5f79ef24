import type { RequestHandler } from "express";
import multer from "multer";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, type ExpressApp } from "../support/express.ts";
import { broken, file, form, text } from "../support/multipart.ts";
import type { Setup } from "../support/setup.ts";

const MULTER: Setup<ExpressApp> = {
  library: "multer",
  mount: (app) => {
    const say: RequestHandler = ({ file, body }, response) => void response.json([file?.originalname, body]);
    app.post("/", multer({ limits: { fileSize: 100 } }).single("file"), say);
  },
  requests: {
    "one file": [{ ...form([file("file", "a.txt", "hello"), text("name", "ada")]) }],
    "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), status: 500 }],
    "a form that breaks off": [{ ...broken(), status: 500 }],
  },
  // multer's own errors have no status, so Express answers each with 500.
  differences: {
    "a file that is too large": { seen: ["status: 500 → 413"], why: "the contract knows whose fault it is" },
    "a form that breaks off": { seen: ["status: 500 → 400"], why: "the contract knows whose fault it is" },
  },
};

bothWays(EXPRESS, [MULTER]);
