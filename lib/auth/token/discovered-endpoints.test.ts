import { expect, test } from "vitest";
import { issuerEntry } from "@/lib/config/schema";
import { discoveryAddressOf, readEndpoints } from "./discovered-endpoints";

const issuer = "https://issuer.test/realms/a";
const from = `${issuer}/.well-known/openid-configuration`;
const read = (document: object, at = from) => readEndpoints(Buffer.from(JSON.stringify(document)), issuer, at);

test.each([
  ["https://keys.test/jwks", issuer, from],
  ["https://keys.test/jwks", `${issuer}/`, from],
  ["http://10.0.0.1/.well-known/openid-configuration", issuer, "http://10.0.0.1/.well-known/openid-configuration"],
])("with jwks_url %s and the issuer %s the discovery document is found", (keys, name, address) => {
  expect(discoveryAddressOf(issuerEntry.parse({ issuer: name, jwks_url: keys }))).toBe(address);
});

test("a discovery document names the endpoints", () => {
  expect(
    read({ issuer, introspection_endpoint: "https://i.test/introspect", userinfo_endpoint: "https://i.test/u" }),
  ).toEqual({
    introspection: "https://i.test/introspect",
    userinfo: "https://i.test/u",
    secretInForm: false,
  });
});

test.each([
  [["client_secret_post"], true],
  [["client_secret_post", "client_secret_basic"], false],
  [["private_key_jwt"], false],
])("with the methods %j the secret goes into the form: %s", (methods, expected) => {
  expect(read({ issuer, introspection_endpoint_auth_methods_supported: methods }).secretInForm).toBe(expected);
});

test("the document of another issuer is refused, and the error says how near it is", () => {
  expect(() => read({ issuer: "https://other.test" })).toThrow(/another issuer than the configured one$/);
  expect(() => read({ issuer: `${issuer}/` })).toThrow(/ They differ only by a slash at the end$/);
});

test("no secret goes from an https document to an http address", () => {
  const document = { issuer, introspection_endpoint: "http://i.test/introspect" };
  expect(() => read(document)).toThrow("introspection_endpoint is not an https address");
  expect(read(document, "http://local/doc").introspection).toBe("http://i.test/introspect");
});
