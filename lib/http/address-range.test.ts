import { describe, expect, test } from "vitest";
import { addressBlock, isInRanges, parseAddressRange } from "./address-range";

describe("a range of addresses", () => {
  test.each([
    ["10.0.0.1", "10.0.0.1", true],
    ["10.0.0.1", "10.0.0.2", false],
    ["10.0.0.0/8", "10.255.3.4", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["::ffff:10.0.0.0/104", "10.1.2.3", true],
    ["192.168.1.128/25", "192.168.1.127", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["::1", "127.0.0.1", false],
    ["2001:db8::/32", "2001:DB8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["fe80::/10", "fe80::1%eth0", true],
    ["::/0", "::", true],
    ["10.0.0.0/8", "localhost", false],
    ["10.0.0.0/8", "", false],
  ])("%s holds %s: %s", (range, address, expected) => {
    const parsed = parseAddressRange(range);
    expect(parsed && isInRanges(address, [parsed])).toBe(expected);
  });

  test.each([
    "",
    "10.0.0",
    "10.0.0.256",
    "010.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "::1/129",
    "::ffff:10.0.0.0/8",
    "1::2::3",
    "proxy.example",
    "*",
  ])("%j is none", (text) => expect(parseAddressRange(text)).toBeUndefined());

  test("one caller's addresses are one block, in every spelling", () => {
    expect(addressBlock("::ffff:127.0.0.1")).toBe(addressBlock("127.0.0.1"));
    expect(addressBlock("127.0.0.2")).not.toBe(addressBlock("127.0.0.1"));
    expect(addressBlock("2001:db8::1")).toBe(addressBlock("2001:DB8:0:0:ffff::9"));
    expect(addressBlock("2001:db8:0:1::1")).not.toBe(addressBlock("2001:db8::1"));
    expect(addressBlock("localhost")).toBeUndefined();
  });
});
