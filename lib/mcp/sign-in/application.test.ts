import { expect, test } from "vitest";
import { describedApplication, documentAddress, documentedApplication } from "./application";

const BACK = "https://app.example/back";
const AT = "https://app.example/client.json";

test("what an application says is read, and the rest is left alone", () => {
  const said = { redirect_uris: [BACK, BACK], client_name: "  An\tapp\u200b\u202e ", logo_uri: "x", software_id: 4 };
  expect(describedApplication(said)).toEqual({ name: "An app", redirects: [BACK] });
  expect(describedApplication({ redirect_uris: [BACK], client_name: "\u200b" })).toMatchObject({ name: undefined });
  expect(describedApplication({ redirect_uris: [BACK], client_name: "🦆".repeat(100) })).toMatchObject({
    name: "🦆".repeat(80),
  });
});

test.each<[said: unknown, error: string]>([
  [[], "invalid_client_metadata"],
  [{}, "invalid_redirect_uri"],
  [{ redirect_uris: [] }, "invalid_redirect_uri"],
  [{ redirect_uris: BACK }, "invalid_redirect_uri"],
  [{ redirect_uris: [1] }, "invalid_redirect_uri"],
  [{ redirect_uris: Array.from({ length: 11 }, (_, index) => BACK + index) }, "invalid_redirect_uri"],
  [{ redirect_uris: [BACK, "http://evil.example/"] }, "invalid_redirect_uri"],
  [{ redirect_uris: [BACK], grant_types: ["client_credentials"] }, "invalid_client_metadata"],
  [{ redirect_uris: [BACK], response_types: ["token"] }, "invalid_client_metadata"],
])("of an application, %j is refused", (said, error) => {
  expect(describedApplication(said)).toMatchObject({ error });
});

test.each<[because: string, document: object | string, isTaken: boolean]>([
  ["it names itself", { client_id: AT, redirect_uris: [BACK], client_name: "An app" }, true],
  ["it proves itself by nothing", { client_id: AT, redirect_uris: [BACK], token_endpoint_auth_method: "none" }, true],
  ["it names another one", { client_id: `${AT}?x`, redirect_uris: [BACK] }, false],
  ["it names none", { redirect_uris: [BACK] }, false],
  ["it has a secret", { client_id: AT, redirect_uris: [BACK], client_secret: "s" }, false],
  ["it proves itself", { client_id: AT, redirect_uris: [BACK], token_endpoint_auth_method: "private_key_jwt" }, false],
  ["it leads elsewhere", { client_id: AT, redirect_uris: ["http://evil.example/"] }, false],
  ["it is not JSON", "<html>", false],
])("a document counts or not because %s", (_because, document, isTaken) => {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  expect("id" in documentedApplication(AT, text)).toBe(isTaken);
});

test.each<[id: string, isAddress: boolean]>([
  [AT, true],
  ["https://app.example:8443/a/b?c=d", true],
  ["https://app.example/", false],
  ["https://app.example", false],
  ["http://app.example/client.json", false],
  ["https://app.example/a/../client.json", false],
  ["https://APP.example/client.json", false],
  ["https://app.example/client.json#x", false],
  ["https://user@app.example/client.json", false],
  ["https://app.example/ü", false],
  ["v1.0123.abc", false],
])("the id %s is the address of a document: %s", (id, isAddress) => {
  expect(documentAddress(id)).toBe(isAddress ? id : undefined);
});
