import { expect, test } from "vitest";
import { isPrivateAddress } from "./private-address";

test.each([
  "127.0.0.1",
  "127.8.9.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "168.63.129.16",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "[::1]",
  "::",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "fd12::1",
  "fe80::1%eth0",
  "ff02::1",
])("%s is not of the public internet", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["8.8.8.8", "172.32.0.1", "11.0.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "app.example", ""])(
  "%s may be asked",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
