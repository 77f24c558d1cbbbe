import { describe, expect, test } from "vitest";
import { AnswerMemory, type HeldAnswer } from "./answer-memory";

const KIB = 1024;
/** The bytes of each answer that take no room. */
const FREE = 256 * KIB;
const LIMIT = 1024 * KIB;
const NOW = "now";

/** Grows an answer to a number of kibibytes beyond what is free. `state` is undefined while it waits. */
function grown(held: HeldAnswer, kib: number): { state: string | undefined; over: Promise<void> } {
  const found: { state: string | undefined; over: Promise<void> } = { state: undefined, over: Promise.resolve() };
  const waiting = held.grow(FREE + kib * KIB);
  if (waiting === undefined) found.state = NOW;
  else found.over = waiting.then(() => void (found.state = "later"));
  return found;
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("answers that are read whole", () => {
  test("take no room while they are small", () => {
    const room = new AnswerMemory(LIMIT);
    const held = room.enter();
    expect(held.grow(FREE)).toBeUndefined();
    held.end();
    held.release();
    expect(room.taken).toBe(0);
  });

  test("wait when the others fill the room, and go on when one of those has been sent", async () => {
    const room = new AnswerMemory(LIMIT);
    const [one, two] = [room.enter(), room.enter()];
    expect(grown(one, 1024).state).toBe(NOW);
    one.end();
    const second = grown(two, 1);
    await settled();
    expect(second.state).toBeUndefined();
    one.release();
    await settled();
    expect(second.state).toBe("later");
    two.release();
    expect(room.taken).toBe(0);
  });

  test("are read to their end one after the other when none of them would find room", async () => {
    const room = new AnswerMemory(LIMIT);
    const all = Array.from({ length: 4 }, () => room.enter());
    const [one, two, three, four] = all as [HeldAnswer, HeldAnswer, HeldAnswer, HeldAnswer];
    all.forEach((held) => grown(held, 256));
    expect(room.taken).toBe(LIMIT);
    const later = [grown(two, 300), grown(three, 300), grown(four, 300)];
    expect(grown(one, 5_000).state).toBe(NOW);
    one.end();
    await settled();
    expect(later.map(({ state }) => state)).toEqual([undefined, undefined, undefined]);
    one.release();
    await settled();
    expect(later.map(({ state }) => state)).toEqual(["later", undefined, undefined]);
    two.release();
    await settled();
    expect(later.map(({ state }) => state)).toEqual(["later", "later", "later"]);
    three.release();
    four.release();
    expect(room.taken).toBe(0);
  });

  test("fail when there is no room in time", async () => {
    const room = new AnswerMemory(LIMIT, 1);
    const [one, two] = [room.enter(), room.enter()];
    grown(one, 1024);
    one.end();
    await expect(two.grow(FREE + 1)).rejects.toMatchObject({ code: "overloaded", status: 503 });
    two.release();
    one.release();
    expect(room.taken).toBe(0);
  });

  test("wait no longer once their caller has hung up, and take nothing afterwards", async () => {
    const room = new AnswerMemory(LIMIT);
    const [one, two] = [room.enter(), room.enter()];
    grown(one, 1024);
    one.end();
    const waiting = two.grow(FREE + 1);
    two.release();
    two.release();
    await waiting;
    expect(two.grow(FREE + 5_000)).toBeUndefined();
    two.end();
    expect(room.taken).toBe(1024 * KIB);
    one.release();
    expect(room.taken).toBe(0);
  });

  test("let the next one go first when the oldest fails", async () => {
    const room = new AnswerMemory(LIMIT);
    const [one, two, three] = [room.enter(), room.enter(), room.enter()];
    grown(one, 512);
    grown(two, 512);
    const waiting = [grown(two, 2_000), grown(three, 512)];
    one.release();
    await settled();
    expect(waiting.map(({ state }) => state)).toEqual(["later", undefined]);
    two.release();
    await settled();
    expect(waiting.map(({ state }) => state)).toEqual(["later", "later"]);
    three.release();
    expect(room.taken).toBe(0);
  });
});
