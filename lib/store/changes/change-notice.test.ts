import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeNotice, encodeNotice } from "./change-notice";

const entity = fc.constantFrom("team", "user", "key", "config", "model", "organization", "end_user");
const change = fc.record({ entity, id: fc.string({ maxLength: 256, unit: "grapheme" }) });

test("a change notice always fits a NOTIFY and names every entity that changed", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 100, size: "max" }), (changes) => {
      const payload = encodeNotice({ id: "c1", node: "n1", changes });
      expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
      const decoded = decodeNotice(payload);
      for (const { entity, id } of changes) {
        expect(decoded?.changes.some((said) => said.entity === entity && (said.id === id || said.id === ""))).toBe(
          true,
        );
      }
    }),
  );
});

test("a change notice within the limit arrives as it was sent", () => {
  const changes = [{ entity: "team", id: 'a"b*ü', aliases: ["A"] } as const, { entity: "user", id: "u" } as const];
  const notice = { id: "c1", node: "n1", changes };
  expect(decodeNotice(encodeNotice(notice))).toEqual(notice);
});

test.each([
  "",
  "null",
  "[]",
  "7",
  "{",
  '{"id":1}',
  '{"id":"a","node":"b","changes":[{"entity":"cat","id":"x"}]}',
  '{"id":"a","node":"b","changes":[7]}',
])("the foreign payload %j is not read as a notice", (payload) => {
  expect(decodeNotice(payload)).toBeUndefined();
});

test("a notice that nobody wants acknowledged says so, also when it names only entities", () => {
  const changes = Array.from({ length: 500 }, (_, index) => ({ entity: "team" as const, id: `team ${index}` }));
  const notice = { id: "c1", node: "n1", changes, unacknowledged: true } as const;
  expect(decodeNotice(encodeNotice(notice))).toEqual({ ...notice, changes: [{ entity: "team", id: "" }] });
});
