import type { Examples } from "../proof.examples.ts";

export const markupExamples: Examples = {
  "secret-element": {
    redacts: [
      "<password>Schalke1482</password>",
      "<wsse:Password Type='x'>abc</wsse:Password>",
      "<encryptionKey>{hex:32}</encryptionKey>",
    ],
    keeps: ["<name>abc</name>", "<token>required</token>"],
  },
  "name-and-value": {
    redacts: ['<add key="apiToken" value="{alnum:20}" />', '{"name":"DB_PASSWORD","value":"hunter2"}'],
    keeps: ['{"name":"color","value":"red"}'],
  },
  "flag-in-list": {
    redacts: ['args: ["--password", "hunter2"]', "['--auth', '{alnum:30}']"],
    keeps: ['["--name", "x"]'],
  },
  "sql-password": {
    redacts: [
      "ALTER USER x WITH PASSWORD 'u''j?x'",
      "create user m identified by 'abc'",
      "create user m pasword 'Shadow7583'",
    ],
    keeps: ["the password is 'wrong'", "password='<hidden>'"],
  },
  "sql-key": {
    redacts: [
      "PRAGMA key='tiger' failed",
      "ATTACH DATABASE 'x.db' AS y KEY 'tiger' failed",
      "ALTER USER app IDENTIFIED BY tiger;",
    ],
    keeps: ["PRAGMA key is not supported", "ATTACH DATABASE 'x.db' AS y failed", "A user is identified by email"],
  },
  "encryption-function": {
    redacts: ["select pgp_sym_decrypt(card, 'tiger')", "select crypt('tiger', gen_salt('bf'))"],
    keeps: ["crypt('text') is missing an argument", "decrypt(value) failed"],
  },
  "sql-values": {
    redacts: [
      "INSERT INTO users (login, password) VALUES ('api', 'letmein6947')",
      "INSERT INTO users (login, pin) VALUES ($1, 6947)",
    ],
    keeps: [
      "INSERT INTO users (login, name) VALUES ('a', 'b')",
      "INSERT INTO users (login, password) VALUES ($1, ?, :b, @c, %s, DEFAULT)",
    ],
  },
  "password-file-line": {
    redacts: ["db-1.internal:5432:warehouse:etl:Winter6962 in the password file"],
    keeps: ["12:30:45:10"],
  },
  "sql-parameters": {
    redacts: ["query: update users set password = $1 where id = $2\nparams: QCpuJ!=?u2ocg,7"],
    keeps: ["query: update users set name = $1\nparams: a,7"],
  },
};
