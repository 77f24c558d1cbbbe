import { expect, test } from "vitest";
import { addDuration, DURATION_EXAMPLES, isDuration } from "./duration";

test.each([
  ["30s", "2026-01-31T10:00:00Z", "2026-01-31T10:00:30Z"],
  ["5m", "2026-01-31T10:00:00Z", "2026-01-31T10:05:00Z"],
  ["1h", "2026-01-31T23:30:00Z", "2026-02-01T00:30:00Z"],
  ["1d", "2024-02-28T10:00:00Z", "2024-02-29T10:00:00Z"],
  ["30d", "2026-01-01T00:00:00Z", "2026-01-31T00:00:00Z"],
  ["2w", "2026-01-01T00:00:00Z", "2026-01-15T00:00:00Z"],
  ["1mo", "2026-01-15T10:00:00Z", "2026-02-15T10:00:00Z"],
  ["1mo", "2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"],
  ["1mo", "2024-01-31T10:00:00Z", "2024-02-29T10:00:00Z"],
  ["1mo", "2026-12-31T10:00:00Z", "2027-01-31T10:00:00Z"],
  ["14mo", "2026-12-31T10:00:00Z", "2028-02-29T10:00:00Z"],
])("a duration of %s from %s ends at %s", (duration, start, end) => {
  expect(addDuration(Date.parse(start), duration)).toBe(Date.parse(end));
});

test.each(["", "0s", "-1d", "1.5h", "1", "d", "1y", "1 d", "01d", "1D", "1moo", "999999999mo", "999999999w", "1e9d"])(
  "%j is not a duration",
  (duration) => expect(isDuration(duration)).toBe(false),
);

test("every example of a duration is one", () => {
  const examples = DURATION_EXAMPLES.split(/, | or /);
  expect(examples.length).toBeGreaterThan(4);
  expect(examples.filter((example) => !isDuration(example))).toEqual([]);
});
