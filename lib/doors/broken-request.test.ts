import { describe, expect, test } from "vitest";
import { headerFault } from "./broken-request";

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => [`x-${at}`, ""]).flat();

describe("the headers of a request are accepted", () => {
  test.each([
    ["with a host", ["Host", "gateway.example"]],
    ["with a host and a port", ["HOST", "gateway.example:4000"]],
    ["with an IPv6 address", ["host", "[::1]:4000"]],
    ["with one Authorization", ["host", "h", "Authorization", "Bearer a"]],
    ["with two Accepts, which are one list", ["host", "h", "accept", "a/b", "accept", "c/d"]],
  ])("%s", (_what, rawHeaders) => {
    expect(headerFault(rawHeaders, "1.1")).toBeUndefined();
  });

  test("with 500 headers", () => {
    expect(headerFault(["host", "h", ...many(499)], "1.1")).toBeUndefined();
  });

  test("without a host in HTTP/1.0, which has none", () => {
    expect(headerFault([], "1.0")).toBeUndefined();
  });
});

describe("the headers of a request are refused", () => {
  test("with more than 500 headers, since Node.js drops what comes after a thousand", () => {
    const fault = headerFault(["host", "h", ...many(500)], "1.1");
    expect(fault).toMatchObject({ status: 431, message: "The request has more than 500 headers." });
  });

  test.each([
    ["without a host", [], "no Host"],
    ["with two hosts", ["Host", "a", "host", "b"], "more than one Host"],
    ["with the same host twice", ["Host", "a", "host", "a"], "more than one Host"],
    ["with an empty host", ["host", ""], "must be a host name"],
    ["with a host that carries user information", ["host", "admin@gateway.example"], "must be a host name"],
    ["with a list of hosts", ["host", "a, b"], "must be a host name"],
    ["with a host that carries a path", ["host", "a/b"], "must be a host name"],
    ["with two Authorizations", ["host", "h", "authorization", "Bearer a", "AUTHORIZATION", "x"], "more than one Auth"],
  ])("%s", (_what, rawHeaders, message) => {
    const fault = headerFault(rawHeaders, "1.1");
    expect(fault).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });
});
