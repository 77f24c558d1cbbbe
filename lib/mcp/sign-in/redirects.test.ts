import fc from "fast-check";
import { expect, test } from "vitest";
import { isRedirectOf, recipientOf, redirectFault, withParameters } from "./redirects";

test.each([
  "https://app.example/back",
  "https://app.example:8443/back?flow=1",
  "http://127.0.0.1:33418/",
  "http://localhost/callback",
  "http://[::1]:9/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "com.example.app:/back",
])("an application may be sent codes at %s", (address) => {
  expect(redirectFault(address)).toBeUndefined();
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "view-source:https://app.example",
  "http://app.example/back",
  "http://127.0.0.1.evil.example/",
  "http://2130706433.evil.example/",
  "https://app.example/back#x",
  "https://app.example@evil.example/",
  "https://app.example\\@evil.example/",
  "https://app.example/ back",
  "https://app.example/\nback",
  "https://аpp.example/back",
  "/back",
  "//evil.example",
  "",
  `https://app.example/${"a".repeat(500)}`,
])("nobody is sent a code at %j", (address) => {
  expect(redirectFault(address)).toEqual(expect.any(String));
  expect(isRedirectOf([address], address)).toBe(false);
});

test.each<[registered: string, given: string, isOne: boolean]>([
  ["https://app.example/back", "https://app.example/back", true],
  ["https://app.example/back", "https://app.example/back/", false],
  ["https://app.example/back", "https://app.example/back?x=1", false],
  ["https://app.example/back", "https://app.example:8443/back", false],
  ["https://app.example/back", "https://APP.example/back", false],
  ["https://app.example/back", "https://app.example.evil.example/back", false],
  ["http://127.0.0.1/back", "http://127.0.0.1:51234/back", true],
  ["http://127.0.0.1:1/back", "http://127.0.0.1:2/back", true],
  ["http://localhost:1/back", "http://localhost:2/back", true],
  ["http://[::1]/back", "http://[::1]:2/back", true],
  ["http://127.0.0.1/back", "http://localhost/back", false],
  ["http://127.0.0.1/back", "http://127.0.0.1:2/other", false],
  ["http://127.0.0.1/back", "http://127.0.0.1:2/back?x", false],
  ["http://127.0.0.1/back", "https://127.0.0.1:2/back", false],
  ["cursor://a/back", "cursor://a:7/back", false],
])("of an application registered with %s, %s is an address: %s", (registered, given, isOne) => {
  expect(isRedirectOf([registered], given)).toBe(isOne);
});

test("what is registered is found, and nothing of another host", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["https"] }), fc.webUrl({ validSchemes: ["https"] }), (one, other) => {
      fc.pre(redirectFault(one) === undefined);
      expect(isRedirectOf([one], one)).toBe(true);
      if (one !== other) expect(isRedirectOf([one], other)).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test("people are told the host, the machine or the application, whatever the path says", () => {
  expect(recipientOf("https://evil.example/app.example")).toEqual({ kind: "site", name: "evil.example" });
  expect(recipientOf("http://localhost:7/x")).toEqual({ kind: "machine", name: "localhost" });
  expect(recipientOf("cursor://anysphere.cursor-mcp/x")).toEqual({
    kind: "application",
    name: "cursor://anysphere.cursor-mcp",
  });
});

test("parameters come behind those that an address has", () => {
  expect(withParameters("https://app.example/b", { code: "a b", state: undefined })).toBe(
    "https://app.example/b?code=a+b",
  );
  expect(withParameters("https://app.example/b?x=1", { error: "e" })).toBe("https://app.example/b?x=1&error=e");
});
