import { expect, test } from "vitest";
import { readModelBody } from "@/lib/providers/model-body";
import { tagsOf } from "./call-tags";

const cases: [what: string, header: string | undefined, metadata: unknown, tags: string[]][] = [
  ["a call without tags has none", undefined, undefined, []],
  ["the words of the header are tags, each once", "batch, nightly,batch ,", undefined, ["batch", "nightly"]],
  ["the list in the body's metadata is tags", undefined, { tags: ["a", "b"] }, ["a", "b"]],
  ["the tags of the header come before those of the body", "a", { tags: ["b", "a"] }, ["a", "b"]],
  ["a tag that is not a text is skipped", undefined, { tags: [1, null, "a", ["b"], ""] }, ["a"]],
  ["tags that are not a list are ignored", undefined, { tags: "a" }, []],
  ["metadata that is not an object is ignored", undefined, "tags", []],
  ["a tag that is too long is skipped", "x".repeat(129), { tags: ["y".repeat(128)] }, ["y".repeat(128)]],
  [
    "tags beyond the sixteenth are left out",
    Array.from({ length: 40 }, (_, index) => index).join(),
    undefined,
    Array.from({ length: 16 }, (_, index) => String(index)),
  ],
];
test.each(cases)("%s", (_what, header, metadata, tags) => {
  const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", metadata })));
  expect(tagsOf({ headers: { "x-gateway-tags": header } }, body)).toEqual(tags);
});

test.each<[what: string, metadata: string, tags: string[]]>([
  ["its texts are tags", '{"team":"a","_user":"u1","n":1}', ["team:a", "_user:u1"]],
  ["a list has none", '["a"]', []],
  ["what is not JSON has none", "team=a", []],
])("of Portkey's metadata, %s", (_what, metadata, tags) => {
  const body = readModelBody(Buffer.from(JSON.stringify({ model: "m" })));
  expect(tagsOf({ headers: { "x-portkey-metadata": metadata } }, body)).toEqual(tags);
});
