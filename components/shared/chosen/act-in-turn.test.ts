import { expect, test } from "vitest";
import { actInTurn } from "./act-in-turn";

test("each row is acted on in turn, and a refusal of one stops no other", async () => {
  const seen: string[] = [];
  const steps: [number, number][] = [];
  const outcome = await actInTurn(
    ["a", "b", "c"],
    async (row) => {
      seen.push(`${row} begins`);
      await Promise.resolve();
      seen.push(`${row} ends`);
      if (row === "b") throw new Error("Keys belong to b.");
    },
    ({ done, failed }) => steps.push([done.length, failed.length]),
  );
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(outcome).toEqual({ done: ["a", "c"], failed: [{ row: "b", message: "Keys belong to b." }] });
  expect(steps).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
});

test("without rows nothing is done", async () => {
  expect(await actInTurn([], () => Promise.reject(new Error("never")))).toEqual({ done: [], failed: [] });
});
