import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactNumbers } from "./exact-numbers";

function through(json: string): string {
  const exact = new ExactNumbers();
  return exact.restore(JSON.stringify(JSON.parse(exact.mark(json))));
}

describe("numbers on their way through a translation", () => {
  test.each([
    '{"id":12345678901234567890}',
    '{"id":-12345678901234567890,"list":[1,98765432109876543210,2.5]}',
    '{"e":1e400,"pi":3.14159265358979323846}',
    '{"text":"12345678901234567890, \\"98765432109876543210\\"","n":12345678901234567890}',
    '{"12345678901234567890":1}',
  ])("the number %s survives a translation", (json) => {
    expect(through(json)).toBe(json);
  });
  test("long numbers in a text within a text survive a translation, in both directions", () => {
    const exact = new ExactNumbers();
    const input: unknown = JSON.parse(exact.mark('{"id":12345678901234567890}'));
    expect(exact.restore(JSON.stringify({ arguments: JSON.stringify(input) }))).toBe(
      '{"arguments":"{\\"id\\":12345678901234567890}"}',
    );
    expect(exact.restore(JSON.stringify({ input }))).toBe('{"input":{"id":12345678901234567890}}');
  });
  test.each(['{"text":"\u2060exact-number:12","n":12345678901234567890}', '{"text":"\\u2060exact-number:12"}'])(
    "a text that imitates the mark stays a text: %j",
    (json) => {
      expect(JSON.parse(through(json))).toEqual(JSON.parse(json));
    },
  );
  test("everything but long numbers is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(through(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
