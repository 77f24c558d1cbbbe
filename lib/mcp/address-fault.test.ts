import { expect, test } from "vitest";
import { addressFault } from "./address-fault";

const LOCAL = { host: "127.0.0.1", address: undefined, allowed: [] };
const PUBLIC = { host: "0.0.0.0", address: "https://llm.example/base", allowed: ["https://inspector.example"] };
const OTHER_HOST = "The request is for another host than this gateway.";
const FOREIGN = "The request comes from a page of another origin; allowed_origins names those that may call.";

type Headers = Readonly<Record<string, string | string[] | undefined>>;
test.each<[what: string, headers: Headers, served: Parameters<typeof addressFault>[1], fault?: string]>([
  ["a program on the machine itself", { host: "127.0.0.1:4000" }, LOCAL],
  ["its name", { host: "localhost:4000" }, LOCAL],
  ["its address of version 6", { host: "[::1]:4000" }, { ...LOCAL, host: "::1" }],
  ["a name that a page has bound to the machine", { host: "evil.example:4000" }, LOCAL, OTHER_HOST],
  ["a name that begins like the machine's", { host: "localhost.evil.example" }, LOCAL, OTHER_HOST],
  ["the name of NEXTAUTH_URL at a proxy", { host: "llm.example" }, { ...LOCAL, address: PUBLIC.address }],
  ["any name where the gateway listens to all", { host: "llm.internal" }, PUBLIC],
  ["a page of the gateway", { host: "llm.internal", origin: "https://llm.example" }, PUBLIC],
  ["a page of the host asked", { host: "llm.internal", origin: "http://llm.internal" }, PUBLIC],
  ["a page that may call", { host: "llm.example", origin: "https://inspector.example" }, PUBLIC],
  ["a page of elsewhere", { host: "llm.example", origin: "https://evil.example" }, PUBLIC, FOREIGN],
  ["a page of the same name over http", { host: "llm.example:80", origin: "http://llm.example" }, PUBLIC, FOREIGN],
  ["a page without an origin", { host: "llm.example", origin: "null" }, PUBLIC, FOREIGN],
  ["two origins", { host: "llm.example", origin: ["https://llm.example", "https://evil.example"] }, PUBLIC, FOREIGN],
  ["a page where all may call", { host: "x", origin: "https://evil.example" }, { ...PUBLIC, allowed: ["*"] }],
])("%s", (_, headers, served, fault) => {
  expect(addressFault(headers, served)).toBe(fault);
});
