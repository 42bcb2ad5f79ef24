import type { Examples } from "../proof.examples.ts";

export const addressExamples: Examples = {
  "private-ipv4": {
    redacts: [
      "No answer from 10.0.3.7",
      "169.254.169.254 refused",
      "db-1/10.0.0.5:5432",
      "100.64.0.9:80",
      "172.16.0.0/12",
      "0x7f.0x0.0x0.0x1",
      "(127.0.0.1)",
      "10.0.0.5-10.0.0.9",
      "client/10.0.0.5",
      "listening on 0.0.0.0:8080",
    ],
    keeps: [
      "version 10.0.3.7",
      "8.8.8.8 answered",
      "172.32.0.1",
      "Windows 10.0.19045.3086",
      "203.0.113.9",
      "Chrome/10.0.3.7",
      "Use 0.0.0.0 for any address",
      "a subnet such as 0.0.0.0/24",
    ],
  },
  "address-in-tuple": {
    redacts: ["{{10,0,0,5},5432} refused", "{172, 16, 3, 4}:5432"],
    keeps: ["one of {10, 20, 30, 40}", "the box {0,0,640,480}", "{8,8,8,8} answered"],
  },
  "private-ipv6": {
    redacts: [
      "[2002:0a00:0005::1]:443",
      "::1 refused",
      "[fd00::1]:5432",
      "fe80::1%eth0 did",
      "::ffff:10.0.0.1",
      "at :::3000",
      "[::]:80",
      "::1:5432",
    ],
    keeps: [
      "10:30:45",
      "2001:db8::1 is public",
      "2002:808:808::1 is public",
      "std::vector",
      "a :: b",
      "fc:aa:bb:cc:dd:ee",
      "::before",
    ],
  },
};
