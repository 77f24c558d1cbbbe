import { expect, test } from "vitest";
import { aheadOf } from "./server-time";

const DAY = 86_400_000;
const NOW = Date.parse("2026-03-10T12:00:00Z");

test.each([
  [NOW + DAY, NOW, DAY],
  [NOW - DAY, NOW, -DAY],
  [NOW + 3_000, NOW, 0],
  [NOW - 59_000, NOW, 0],
  [NOW, Number.NaN, 0],
])("a browser's clock at %d is ahead of the gateway's at %d by %d", (browser, server, ahead) => {
  expect(aheadOf(browser, server)).toBe(ahead);
});
