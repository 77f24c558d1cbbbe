import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSigningKey, type SigningKey } from "@/local/provider/signing-keys";
import { answering, publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { KeySource, type KeySourceOptions } from "./key-source";

let first: SigningKey;
let server: KeyServer;
let source: KeySource;

const make = (options: Partial<KeySourceOptions> = {}): KeySource =>
  new KeySource({ url: server.url, now: () => 1_800_000_000_000, ttl: 600, staleTtl: 3_600, ...options });
const serves = (key: SigningKey): boolean => source.keysFor("RS256", key.kid).length === 1;

beforeAll(async () => void (first = await createSigningKey("RS256")));
beforeEach(async () => {
  server = await startKeyServer(publishing(first));
  source = make();
});
afterEach(async () => {
  source.close();
  await server.stop();
});

describe("an issuer's address", () => {
  const realm = (issuer: (base: string) => string) => {
    const base = server.url.replace("/keys", "/realm");
    server.answer = (request, response) => {
      if (request.url === "/keys") return publishing(first)(request, response);
      return request.url === "/realm/.well-known/openid-configuration"
        ? answering({ issuer: issuer(base), jwks_uri: server.url })(request, response)
        : answering("<html>", 404)(request, response);
    };
    source.close();
    return base;
  };

  test.each([
    ["", "as it is"],
    ["/", "with a slash at its end"],
  ])("leads to the keys, '%s' %s", async (slash) => {
    const base = realm((own) => own);
    source = make({ url: base + slash });
    await source.prepare();
    expect([source.error, source.issuer, serves(first)]).toEqual([undefined, base, true]);
  });

  test("leads to no keys of an issuer elsewhere", async () => {
    source = make({ url: realm(() => "https://else.test") });
    await source.prepare();
    expect([source.error, serves(first)]).toEqual(["the provider answered 404", false]);
  });
});

test("the document of several tenants of Microsoft Entra ID serves each issuer that it describes", async () => {
  const serve = async (issuer: string): Promise<boolean> => {
    const document = answering({ issuer: "https://login.test/{tenantid}/v2.0", jwks_uri: `${server.url}/set` });
    server.answer = (request, response) => (request.url === "/keys" ? document : publishing(first))(request, response);
    source.close();
    source = make({ issuer });
    await source.prepare();
    return serves(first);
  };
  expect(await serve("https://login.test/0a-1b/v2.0")).toBe(true);
  expect(await serve("https://login.test/0a/x/v2.0")).toBe(false);
  expect(await serve("https://else.test/0a-1b/v2.0")).toBe(false);
});

test("a discovery document that names another issuer than the configured one is refused", async () => {
  const keys = await startKeyServer(publishing(first));
  source.close();
  source = make({ issuer: "https://issuer.example" });
  server.answer = answering({ issuer: "https://other.example", jwks_uri: keys.url });
  await source.prepare();
  expect([source.issuer, serves(first), source.isUsable]).toEqual(["https://issuer.example", false, false]);
  expect(source.error).toBe("the discovery document names another issuer than the configured one");
  await keys.stop();
});

test("the error about a discovery document whose issuer is almost the configured one says how they differ", async () => {
  const keys = await startKeyServer(publishing(first));
  source.close();
  source = make({ issuer: "https://issuer.example" });
  server.answer = answering({ issuer: "https://issuer.example/", jwks_uri: keys.url });
  await source.prepare();
  expect(source.error).toBe(
    "the discovery document names another issuer than the configured one. They differ only by a slash at the end",
  );
  await keys.stop();
});
