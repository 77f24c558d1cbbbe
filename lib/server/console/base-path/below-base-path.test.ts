import { expect, test } from "vitest";
import { askingForWhole, headersBelow, scriptBefore } from "./below-base-path";

const BASE = "/llm/gateway";

test("the first script of the build knows the base path before it runs", () => {
  expect(scriptBefore("/_next/static/chunks/turbopack-077hmtqrhcoji.js", BASE)).toBe(
    'self.GATEWAY_BASE_PATH="/llm/gateway";self.TURBOPACK_CHUNK_BASE_PATH="/llm/gateway/_next/";\n',
  );
});

test.each([
  ["/_next/static/chunks/turbopack-077hmtqrhcoji.js", ""],
  ["/_next/static/chunks/turbopack-077hmtqrhcoji.js.map", BASE],
  ["/_next/static/chunks/0plro5hjl7ef7.js", BASE],
  ["/console/turbopack-1.js", BASE],
])("nothing is written before %s with the base path %j", (path, base) => expect(scriptBefore(path, base)).toBe(""));

test("a file that a script is written before is requested whole and uncompressed", () => {
  expect(askingForWhole({ "accept-encoding": "gzip", range: "bytes=0-9", "if-range": "x", accept: "*/*" })).toEqual({
    accept: "*/*",
  });
});

test("redirections of Next.js lead below the base path, once", () => {
  const below = (location: string) => headersBelow(["Location", location], BASE, "")[1];
  expect(["/console", "/llm/gateway/console", "https://id.example/authorize"].map(below)).toEqual([
    "/llm/gateway/console",
    "/llm/gateway/console",
    "https://id.example/authorize",
  ]);
});

test("the length counts what is written before the body, and other headers stay", () => {
  const raw = ["Content-Length", "10", "ETag", '"1"', "Set-Cookie", "location=/; Path=/"];
  expect(headersBelow(raw, BASE, "é;")).toEqual(["Content-Length", "13", ...raw.slice(2)]);
});
