import type { Examples } from "../proof.examples.ts";

export const pairExamples: Examples = {
  "secret-pair": {
    redacts: [
      "password=hunter2",
      '{"api_key": "abc123"}',
      '{\\"clientSecret\\":\\"correcthorse\\"}',
      "Server=db;User Id=app;Password=p@ss/w'rd;Encrypt=yes",
      "DB_PASSWORD=swordfish",
      "password: hunter2",
      "GET /x?access_token={alnum:20}&page=2",
      "x-api-key: {alnum:32}",
      "auth: { user: 'app', pass: 'tiger' }",
      "password=admin",
      "https://x.example.com/f?X-Amz-Signature={hex:64}",
      "https://x.example.com/f?sv=2024&sig={alnum:20}%2F{alnum:20}%3D",
    ],
    keeps: [
      "password: Required",
      "password: must be at least 8 characters long",
      "max_tokens=4096",
      "Too many tokens: 9000 of 8192 allowed.",
      "Unexpected token: }",
      "Duplicate key: user_id",
      "Invalid token: signature verification failed",
      "Failing row: key=user_id",
      "password=***",
      "next_page_token=abc",
      "Invalid password: error:1C800064:Provider routines::bad decrypt",
    ],
  },
};
