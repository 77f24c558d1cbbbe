import { expect, test } from "vitest";
import { UnhurriedWork } from "@/lib/gateway/request/unhurried-work";
import { listBody } from "./list-body";

/** A list, each of whose views takes `viewMs` by the clock. Says which items were viewed in each turn of the loop. */
async function write(length: number, viewMs: number): Promise<{ json: unknown; turns: number[]; pieces: number }> {
  let [time, views, pieces] = [0, 0, 0];
  const turns: number[] = [];
  const endTurn = async (): Promise<void> => {
    turns.push(views);
    views = 0;
  };
  const view = (id: number): object => {
    time += viewMs;
    views++;
    return { id };
  };
  const data = Array.from({ length }, (_, at) => at);
  let text = "";
  for await (const piece of listBody({ object: "list", data }, view, new UnhurriedWork(endTurn, () => time))) {
    text += Buffer.from(piece).toString();
    pieces++;
  }
  await endTurn();
  return { json: JSON.parse(text), turns, pieces };
}

test.each([0, 1, 5, 6, 1_700])("a list of %i items is written in pieces that make the same JSON", async (length) => {
  const { json, pieces } = await write(length, 1);
  expect(json).toEqual({ object: "list", data: Array.from({ length }, (_, id) => ({ id })) });
  expect(pieces).toBe(Math.floor(length / 5) + 1);
});

test.each([
  ["a tenth of a millisecond", 0.1, 51],
  ["a millisecond", 1, 5],
  ["longer than a turn", 20, 1],
])("ten thousand views, each of which takes %s, make turns of 5 ms", async (_, viewMs, most) => {
  const { turns } = await write(10_000, viewMs);
  expect(Math.max(...turns)).toBeLessThanOrEqual(most);
  expect(turns.reduce((sum, turn) => sum + turn)).toBe(10_000);
});
