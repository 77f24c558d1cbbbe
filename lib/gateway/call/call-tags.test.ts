import { expect, test } from "vitest";
import { readModelBody } from "@/lib/providers/model-body";
import { tagsOf } from "./call-tags";

const cases: [what: string, header: string | undefined, metadata: unknown, tags: string[]][] = [
  ["a call without any has none", undefined, undefined, []],
  ["the header's words, each once", "batch, nightly,batch ,", undefined, ["batch", "nightly"]],
  ["the body's list", undefined, { tags: ["a", "b"] }, ["a", "b"]],
  ["both, the header's first", "a", { tags: ["b", "a"] }, ["a", "b"]],
  ["what is no text is passed over", undefined, { tags: [1, null, "a", ["b"], ""] }, ["a"]],
  ["metadata of other shapes says nothing", undefined, { tags: "a" }, []],
  ["metadata that is none says nothing", undefined, "tags", []],
  ["what is too long is passed over", "x".repeat(129), { tags: ["y".repeat(128)] }, ["y".repeat(128)]],
  [
    "more than fit are left out",
    Array.from({ length: 40 }, (_, index) => index).join(),
    undefined,
    Array.from({ length: 16 }, (_, index) => String(index)),
  ],
];
test.each(cases)("%s", (_what, header, metadata, tags) => {
  const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", metadata })));
  expect(tagsOf({ headers: { "x-gateway-tags": header } }, body)).toEqual(tags);
});
