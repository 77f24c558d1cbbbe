import { describe, expect, test } from "vitest";
import { parseAddressRange } from "@/lib/http/address-range";
import { publicAddress, withSettledAddress } from "./public-address";

const PROXIES = ["10.0.0.0/8", "::1"].flatMap((text) => parseAddressRange(text) ?? []);
const PROXY = "10.1.2.3";
const CALLER = "203.0.113.9";
const FORGED = {
  "x-forwarded-for": "198.51.100.1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
};
type Address = Partial<ReturnType<typeof publicAddress>>;

describe("the public address", () => {
  const cases: [what: string, peer: string | undefined, headers: Record<string, string>, expected: Address][] = [
    ["is that of the request", CALLER, {}, { isSecure: false, host: "gateway:4000", caller: CALLER, ignored: [] }],
    [
      "ignores what a caller claims to forward, and says so",
      CALLER,
      { ...FORGED, forwarded: "for=198.51.100.1" },
      { isSecure: false, host: "gateway:4000", caller: CALLER, ignored: ["forwarded", ...Object.keys(FORGED)] },
    ],
    [
      "is what a trusted proxy forwards",
      PROXY,
      { ...FORGED, "x-forwarded-host": "gateway.example" },
      { isSecure: true, host: "gateway.example", caller: "198.51.100.1", ignored: [] },
    ],
    ["knows a trusted proxy in IPv6's spelling", `::ffff:${PROXY}`, FORGED, { isSecure: true, caller: "198.51.100.1" }],
    [
      "takes the last part of a list, since only that was written by the trusted proxy",
      "::1",
      { "x-forwarded-proto": "https, http", "x-forwarded-host": "evil.example, gateway.example" },
      { isSecure: false, host: "gateway.example" },
    ],
    [
      "finds the caller behind a chain of trusted proxies",
      PROXY,
      { "x-forwarded-for": `127.0.0.1, ${CALLER}, 10.9.9.9` },
      { caller: CALLER },
    ],
    ["takes no host that is none", PROXY, { "x-forwarded-host": "a@b/c" }, { host: "gateway:4000" }],
    [
      "does not know the caller if the connection is not seen",
      undefined,
      FORGED,
      { isSecure: false, caller: undefined },
    ],
  ];
  test.each(cases)("%s", (_what, peer, headers, expected) => {
    const environment = { nextAuthUrl: undefined, trustedProxies: PROXIES };
    expect(publicAddress(environment, { host: "gateway:4000", ...headers }, peer)).toMatchObject(expected);
  });

  test("has the scheme and the host of NEXTAUTH_URL, whatever anybody forwards", () => {
    const environment = { nextAuthUrl: "https://gateway.example", trustedProxies: PROXIES };
    expect(publicAddress(environment, { host: "h", ...FORGED, "x-forwarded-proto": "http" }, PROXY)).toMatchObject({
      isSecure: true,
      host: "gateway.example",
      caller: "198.51.100.1",
    });
  });
});

test("the settled headers hold what is proven, and no other forwarded header", () => {
  const settled = withSettledAddress(
    { cookie: "a=b", forwarded: "for=x", "x-forwarded-port": "1", ...FORGED },
    { isSecure: false, host: "gateway:4000", caller: undefined, ignored: [] },
  );
  expect(settled).toEqual({
    cookie: "a=b",
    "x-forwarded-host": "gateway:4000",
    "x-forwarded-proto": "http",
    "x-forwarded-for": "",
  });
});
