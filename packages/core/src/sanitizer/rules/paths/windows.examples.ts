import type { Examples } from "../proof.examples.ts";

export const windowsExamples: Examples = {
  "windows-drive-path": {
    redacts: [
      "Cannot read C:\\app\\secrets.txt",
      "in C:\\Program Files\\node js\\x.exe now",
      "D:/src/x.ts:3:1",
      '"C:\\\\Users\\\\x"',
      "C:\\Program Files (x86)\\x",
      "C:\\Übung\\Jürgen\\a.txt",
      "'C:\\ユーザー\\秘密.txt' を開けません",
      "E:\\Área de trabalho\\relatório.xls",
      "„C:\\Größe (1).txt“",
    ],
    keeps: ["a:b", "Note:\\n", "http://example.com"],
  },
  "windows-share": {
    redacts: [
      "\\\\share\\x is gone",
      "\\\\fileserver\\team\\q3.xlsx",
      "\\\\srv01@SSL\\DavWWWRoot\\x",
      "\\\\büro\\größe\\q3.xlsx",
    ],
    keeps: ["\\d+\\w+", "a\\\\b"],
  },
  "windows-device": {
    redacts: [
      "connect ENOENT \\\\.\\pipe\\docker_engine",
      "open \\\\?\\pipe\\x",
      "\\Device\\HarddiskVolume3\\Users\\bob",
    ],
    keeps: ["The command \\Device is unknown", "The pattern \\\\.\\w+ is wrong"],
  },
  "windows-pipe-with-slashes": {
    redacts: ["npipe:////./pipe/docker_engine is down", "//./pipe/x"],
    keeps: ["a//./pipe/b", "//./x"],
  },
  "windows-environment-path": { redacts: ["%APPDATA%\\npm\\x"], keeps: ["100%\\n"] },
  "windows-relative-path": { redacts: ["src\\app\\x.ts failed", "..\\..\\secret\\x.txt"], keeps: ["a\\d.b"] },
};
