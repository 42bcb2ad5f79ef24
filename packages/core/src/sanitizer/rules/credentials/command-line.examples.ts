import type { Examples } from "../proof.examples.ts";

export const commandLineExamples: Examples = {
  "password-flag": {
    redacts: [
      "Command failed: tool --password hunter2 --all",
      "run --api-key='{alnum:20}'",
      "x --token {alnum:20}",
      "keytool -genkey -storepass tiger -x",
    ],
    keeps: [
      "Use --password to set it.",
      "--token is required",
      "unknown option --max-tokens 5",
      "try --verbose 3",
      "Fixed -secret values not being sent",
    ],
  },
  "user-and-password-flag": {
    redacts: [
      "Command failed: curl -u admin:hunter2 https://x.example.com",
      "smbclient //x/share -U app%hunter2",
      "smbclient //x/share -U 'ACME\\app%hunter2'",
      "curl --user 'api:one two'",
    ],
    keeps: ["Run it with -u name and see."],
  },
  "short-password-flag": {
    redacts: [
      "mysqldump -u root -phunter2 shop",
      "sshpass -p hunter2 ssh x",
      "redis-cli -a hunter2 ping",
      "rar a -hphunter2 x.rar",
    ],
    keeps: [
      "mkdir -p build",
      "docker run -p 8080:80 x",
      "docker run -P nginx",
      "ls -a dir",
      "openssl genrsa 4096",
      "curl -k https://x.example.com",
    ],
  },
  "name-slash-password": {
    redacts: [
      "sqlplus scott/tiger@//db:1521/orcl",
      "scott/tiger@db:1521/orcl",
      "jdbc:oracle:thin:app/hunter@db:1521:orcl",
    ],
    keeps: ["actions/checkout@v4", "scope/name@1.2.3", "and/or@x"],
  },
  "user-then-password": {
    redacts: [
      "htpasswd -b users app Barcelona6923 failed",
      "rabbitmqctl add_user app hunter2x",
      "net use Z: x /user:app hunter2x",
      "net user shop hunter2x /add",
    ],
    keeps: ["htpasswd is missing", "net user shop /add", "net use Z: x failed\nsee /user:app hunter2x"],
  },
  "printed-password": {
    redacts: ["openvpn --auth-user-pass <(printf 'app\\nWelcome5169')"],
    keeps: ["printf 'done\\n'"],
  },
  "protocol-login": {
    redacts: [
      "redis AUTH Winter2024 failed",
      "AUTH PLAIN AHN2YwBXaW50ZXIyMDI0",
      "a1 LOGIN svc Winter2024 NO",
      "A001 LOGIN svc@example.com hunter-Moon77 NO",
      "AUTH default qzxkwvbt",
      "AUTH PLAIN {alnum:32}",
    ],
    keeps: [
      "a2 LOGIN shop@example.com refused",
      "AUTH default is not supported",
      "AUTH required",
      "LOGIN failed for the user",
      "PASS: 12 tests",
    ],
  },
  "password-setting": {
    redacts: [
      "openssl rsa -passin pass:tiger -in x",
      "tool /pass:tiger",
      "xfreerdp /u:shop /p:tiger /v:term",
      "ACL SETUSER app on >tiger ~* +@all",
      "CONFIG SET requirepass tiger",
      "Cannot parse WIFI:T:WPA;S:office;P:tiger;;",
    ],
    keeps: [
      "bypass: tiger",
      "ACL SETUSER app on nopass",
      "requirepass is missing",
      "WIFI:T:nopass;S:office;;",
      "http:/p:x",
    ],
  },
  "oracle-tool-login": { redacts: ["sqlplus -s app/hunter@orcl exited with 1"], keeps: ["sqlplus is missing"] },
};
