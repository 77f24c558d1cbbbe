import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeAcknowledgement, decodeNotice, encodeAcknowledgement, encodeNotice } from "./change-notice";

const entity = fc.constantFrom("team", "user", "key", "config", "model", "organization", "end_user");
const change = fc.record({ entity, id: fc.string({ maxLength: 256, unit: "grapheme" }) });

describe("a change notice", () => {
  it("always fits a NOTIFY, and never forgets an entity that changed", () => {
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

  it("that fits arrives as it was sent", () => {
    const notice = { id: "c1", node: "n1", changes: [{ entity: "team", id: 'a"b*ü' } as const] };
    expect(decodeNotice(encodeNotice(notice))).toEqual(notice);
  });

  it.each([
    "",
    "null",
    "[]",
    "7",
    "{",
    '{"id":1}',
    '{"id":"a","node":"b","changes":[{"entity":"cat","id":"x"}]}',
    '{"id":"a","node":"b","changes":[7]}',
  ])("is not read from the foreign payload %j", (payload) => {
    expect(decodeNotice(payload)).toBeUndefined();
    expect(decodeAcknowledgement(payload)).toBeUndefined();
  });

  it("is acknowledged by name", () => {
    const acknowledgement = { id: "c1", to: "n1", node: "n2" };
    expect(decodeAcknowledgement(encodeAcknowledgement(acknowledgement))).toEqual(acknowledgement);
  });
});
