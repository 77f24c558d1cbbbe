import { createServer, request } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { headerFault, rejectBrokenRequests } from "./broken-request";

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

test("a request that the door refuses itself is answered in the dialect of its path", async () => {
  const server = createServer();
  rejectBrokenRequests(server, { dialectOf: (path) => (path.endsWith("/messages") ? "anthropic" : "google") });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const refusal = async (path: string): Promise<unknown> => {
    const asked = request({ port, host: "127.0.0.1", path, method: "POST", headers: { expect: "the impossible" } });
    asked.end();
    const [response] = await once(asked, "response");
    return readJson(response);
  };
  const [anthropic, google] = [await refusal("/v1/v1/messages?beta=true"), await refusal("/v1beta/models")];
  expect(anthropic).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  expect(google).toMatchObject({ error: { code: 417, status: "INVALID_ARGUMENT" } });
  server.closeAllConnections();
  server.close();
});
