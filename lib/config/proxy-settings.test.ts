import { describe, expect, test } from "vitest";
import { targetOfAddress } from "@/lib/http/proxy-address";
import { EnvironmentError } from "./environment-error";
import { proxyFor, proxySettingsFrom } from "./proxy-settings";

const read = (variables: Readonly<Record<string, string>>) => proxySettingsFrom((name) => variables[name]);
const proxyOf = (url: string, variables: Readonly<Record<string, string>>) =>
  proxyFor(targetOfAddress(new URL(url)), read(variables));
const BOTH = { HTTP_PROXY: "http://plain.example:1", HTTPS_PROXY: "http://secure.example:2" };

describe("the proxy of an address", () => {
  test.each<[url: string, variables: Record<string, string>, hostname: string | undefined]>([
    ["http://a.example", BOTH, "plain.example"],
    ["https://a.example", BOTH, "secure.example"],
    ["https://a.example", { HTTP_PROXY: "http://plain.example:1" }, undefined],
    ["https://a.example", { ...BOTH, https_proxy: "http://lower.example" }, "lower.example"],
    ["https://a.example", {}, undefined],
    ["https://localhost", BOTH, undefined],
    ["https://api.localhost:8443", BOTH, undefined],
    ["http://127.8.0.1", BOTH, undefined],
    ["https://[::1]", BOTH, undefined],
    ["https://[::ffff:127.0.0.1]", BOTH, undefined],
  ])("%s with %o goes through %s", (url, variables, hostname) => {
    expect(proxyOf(url, variables)?.hostname).toBe(hostname);
  });

  test.each([
    ["*", "https://a.example", true],
    ["a.example", "https://a.example", true],
    ["A.Example.", "https://a.example", true],
    ["a.example", "https://a.example.", true],
    ["a.example", "https://b.a.example", true],
    [".a.example", "https://b.a.example", true],
    [".a.example", "https://a.example", true],
    ["*.a.example", "https://b.a.example", true],
    ["a.example", "https://ba.example", false],
    ["example", "https://a.example", true],
    ["ample", "https://a.example", false],
    ["a.example:443", "https://a.example", true],
    ["a.example:443", "http://a.example", false],
    ["a.example:8443", "https://a.example:8443", true],
    ["a.example:8443", "https://a.example", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.1.2.3", "https://10.1.2.33", false],
    ["10.1.2.3:443", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/8", "https://10.a.example", false],
    ["2001:db8::1", "https://[2001:db8:0::1]", true],
    ["[2001:db8::1]", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]:8443", true],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]", false],
    ["2001:db8::/32", "https://[2001:db8:9::9]", true],
    ["other.example, a.example", "https://a.example", true],
    ["other.example a.example", "https://a.example", true],
    [",, ,", "https://a.example", false],
    ["", "https://a.example", false],
    [".", "https://a.example", false],
  ])("with NO_PROXY=%s, %s is reached directly: %s", (NO_PROXY, url, isDirect) => {
    expect(proxyOf(url, { ...BOTH, NO_PROXY }) === undefined).toBe(isDirect);
  });
});

test.each<[text: string, expected: object]>([
  ["proxy.example:3128", { isSecure: false, hostname: "proxy.example", port: 3128 }],
  ["http://proxy.example", { isSecure: false, port: 80 }],
  ["https://proxy.example/", { isSecure: true, port: 443 }],
  ["http://[::1]:3128", { hostname: "::1", port: 3128 }],
])("the proxy %s is read", (HTTPS_PROXY, expected) => {
  expect(read({ HTTPS_PROXY }).https).toMatchObject(expected);
});

test("a user and a password are percent-decoded, and no log can show them", () => {
  const { https } = read({ HTTPS_PROXY: "http://us%40er:p%3Aw@proxy.example" });
  expect(https?.authorization?.()).toBe(`Basic ${Buffer.from("us@er:p:w").toString("base64")}`);
  expect(JSON.stringify(https)).not.toContain("Basic");
});

test.each([
  "socks5://secret@proxy.example",
  "http://",
  "http://us%zzer:secret@proxy.example",
  "http://secret:99999999",
])("the proxy %s is refused without a word of it", (HTTPS_PROXY) => {
  const reading = () => read({ HTTPS_PROXY });
  expect(reading).toThrow(EnvironmentError);
  expect(reading).not.toThrow(/secret/);
});
