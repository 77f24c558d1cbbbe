import { expect, test } from "vitest";
import { isRefused, readEnvelope } from "./caller-envelope";
import { isFaulty, messageOf, type Message } from "./message";
import { mirroredHeaders } from "./mirrored-headers";
import { META } from "./protocol";

function message(value: Record<string, unknown>): Message {
  const read = messageOf({ jsonrpc: "2.0", ...value });
  if (isFaulty(read)) throw new Error(read.fault.message);
  return read;
}
const MODERN = { [META.version]: "2026-07-28", [META.capabilities]: {} };
const modern = (meta: object = MODERN) => message({ id: 1, method: "tools/call", params: { name: "t", _meta: meta } });
const mirrored = mirroredHeaders("2026-07-28", "tools/call", { name: "t" });
const legacy = message({ id: 1, method: "tools/list" });
const version = (text: string) => ({ "mcp-protocol-version": text });

test.each<[name: string, headers: Record<string, string>, asked: Message, expected: object]>([
  ["no version at all, as in 2025-03-26", {}, legacy, { era: "legacy", version: undefined }],
  ["a legacy header", version("2025-06-18"), legacy, { era: "legacy", version: "2025-06-18" }],
  ["a complete modern request", mirrored, modern(), { era: "modern", capabilities: {} }],
  ["an unknown header without a body's version", version("1900-01-01"), legacy, { error: { code: -32022 } }],
  ["a modern header without a body's version", version("2026-07-28"), legacy, { error: { code: -32602 } }],
  ["a modern body without headers", {}, modern(), { error: { code: -32020 } }],
  ["another version in the header", { ...mirrored, ...version("2025-11-25") }, modern(), { error: { code: -32020 } }],
  ["no capabilities", mirrored, modern({ [META.version]: "2026-07-28" }), { error: { code: -32602 } }],
  [
    "a version of the future, the same in both",
    { ...mirrored, ...version("2027-01-01") },
    modern({ ...MODERN, [META.version]: "2027-01-01" }),
    {
      status: 400,
      error: { code: -32022, data: { supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] } },
    },
  ],
  [
    "an initialize, whatever the header says",
    version("2026-07-28"),
    message({ id: 1, method: "initialize", params: {} }),
    { era: "legacy" },
  ],
  ["a version that is not a text", mirrored, modern({ [META.version]: 7 }), { error: { code: -32602 } }],
  [
    "a notification of the modern era",
    version("2026-07-28"),
    message({ method: "notifications/x" }),
    { era: "modern" },
  ],
  [
    "a notification of no era",
    version("1999-01-01"),
    message({ method: "notifications/x" }),
    { error: { code: -32022 } },
  ],
])("%s", (_, headers, asked, expected) => {
  const read = readEnvelope(headers, asked);
  expect(read).toMatchObject(expected);
  expect(isRefused(read)).toBe("error" in expected);
});
