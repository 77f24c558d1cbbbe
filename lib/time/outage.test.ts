import { expect, test } from "vitest";
import { createOutage } from "./outage";

class Refused extends Error {}

/** Something that may be away, at a time the test sets. */
function fixture() {
  const world = { now: 0, isAway: false, tried: 0, said: [] as string[] };
  const outage = createOutage({
    pauseMs: 500,
    now: () => world.now,
    isAway: (error) => !(error instanceof Refused),
    onAway: (error) => world.said.push(`away: ${String(error)}`),
    onBack: () => world.said.push("back"),
  });
  const work = async (): Promise<string> => {
    world.tried++;
    if (world.isAway) throw new Error("no answer");
    return "shared";
  };
  const ask = () => outage.attempt(work, (error) => (error === undefined ? "paused" : "failed"));
  return { world, outage, work, ask };
}

test("work that succeeds is answered, and nothing is said", async () => {
  const { world, outage, ask } = fixture();
  expect(await ask()).toBe("shared");
  expect([outage.isAway, outage.isPausing, world.said]).toEqual([false, false, []]);
});

test("after a failure nothing is tried until the pause is over", async () => {
  const { world, outage, ask } = fixture();
  world.isAway = true;
  expect(await ask()).toBe("failed");
  world.now = 499;
  expect([await ask(), world.tried, outage.isPausing]).toEqual(["paused", 1, true]);
  world.now = 500;
  expect([await ask(), world.tried, outage.isPausing]).toEqual(["failed", 2, true]);
});

test("an outage is reported once, and its end once", async () => {
  const { world, outage, ask } = fixture();
  world.isAway = true;
  for (; world.now < 3_000; world.now += 600) await ask();
  expect([outage.isAway, world.said]).toEqual([true, ["away: Error: no answer"]]);
  world.isAway = false;
  for (; world.now < 6_000; world.now += 600) await ask();
  expect([outage.isAway, world.said]).toEqual([false, ["away: Error: no answer", "back"]]);
});

test("a failure that is not an outage is thrown and begins no pause", async () => {
  const { world, outage, ask } = fixture();
  const refuse = () => Promise.reject(new Refused("wrong question"));
  await expect(outage.attempt(refuse, () => "otherwise")).rejects.toThrow(Refused);
  await expect(outage.run(refuse)).rejects.toThrow(Refused);
  expect([await ask(), world.said]).toEqual(["shared", []]);
});

test("work that must be done is done during a pause too, and ends the outage when it succeeds", async () => {
  const { world, outage, work } = fixture();
  world.isAway = true;
  await expect(outage.run(work)).rejects.toThrow("no answer");
  world.isAway = false;
  expect([outage.isPausing, await outage.run(work)]).toEqual([true, "shared"]);
  expect(world.said).toEqual(["away: Error: no answer", "back"]);
});
