import { expect, test } from "vitest";
import { createDatabaseAlert } from "./database-alert";
import type { PostResult } from "./post-message";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** One machine whose database the test takes away, and a receiver that may refuse. */
function fixture() {
  const world = {
    now: Date.UTC(2026, 10, 22, 14),
    awaySince: undefined as number | undefined,
    accepts: true,
    isSilenced: false,
    silentSeconds: 30,
    sent: [] as unknown[],
    logged: [] as string[],
  };
  const answered = (): PostResult =>
    world.accepts
      ? { isAccepted: true, status: 200, answer: "" }
      : { isAccepted: false, status: 500, answer: "", error: "the receiver answered 500", retryAfterMs: undefined };
  let ids = 0;
  const alert = createDatabaseAlert({
    watch: {
      get awaySince() {
        return world.awaySince;
      },
    },
    node: "n1",
    now: () => world.now,
    newId: () => String(++ids),
    channels: () => ["webhook"],
    isSilenced: () => world.isSilenced,
    silentSeconds: () => world.silentSeconds,
    staleTtlSeconds: () => 300,
    post({ messageId, message }) {
      world.sent.push([messageId, message.kind === "alert" && message.state]);
      return Promise.resolve(answered());
    },
    log: { info() {}, warn: (event) => void world.logged.push(event), error: (event) => void world.logged.push(event) },
  });
  /** Lets time pass, with a tick every five seconds. */
  async function pass(milliseconds: number): Promise<void> {
    for (const ends = world.now + milliseconds; world.now < ends; world.now += 5 * SECOND) await alert.tick();
  }
  return { world, pass };
}

test("a database that is away for 30 seconds is told once, and its return once, five minutes after the opening", async () => {
  const { world, pass } = fixture();
  world.awaySince = world.now;
  await pass(30 * SECOND);
  expect(world.sent).toEqual([]);
  await pass(2 * MINUTE);
  expect(world.sent).toEqual([["alert_1", "open"]]);
  world.awaySince = undefined;
  await pass(2 * MINUTE);
  expect(world.sent).toHaveLength(1);
  await pass(2 * MINUTE);
  expect(world.sent).toEqual([
    ["alert_1", "open"],
    ["alert_1_resolved", "resolved"],
  ]);
});

test("a database that comes and goes is one alert", async () => {
  const { world, pass } = fixture();
  for (let times = 0; times < 4; times++) {
    world.awaySince = world.now;
    await pass(35 * SECOND);
    world.awaySince = undefined;
    await pass(10 * SECOND);
  }
  expect(world.sent).toEqual([["alert_1", "open"]]);
});

test("a message that the receiver refuses is sent again under its id, with growing pauses", async () => {
  const { world, pass } = fixture();
  world.accepts = false;
  world.awaySince = world.now;
  await pass(80 * SECOND);
  expect(world.sent).toEqual(new Array(3).fill(["alert_1", "open"]));
  expect(world.logged).toEqual(["alerts.not_delivered"]);
  world.accepts = true;
  await pass(MINUTE);
  expect(world.sent).toHaveLength(4);
});

test("a threshold says how long the database must be away", async () => {
  const { world, pass } = fixture();
  world.silentSeconds = 120;
  world.awaySince = world.now;
  await pass(2 * MINUTE);
  expect(world.sent).toEqual([]);
  await pass(10 * SECOND);
  expect(world.sent).toEqual([["alert_1", "open"]]);
});

test("a silence withholds the opening until it ends, and not the end of an alert that was told", async () => {
  const { world, pass } = fixture();
  world.isSilenced = true;
  world.awaySince = world.now;
  await pass(2 * MINUTE);
  expect(world.sent).toEqual([]);
  world.isSilenced = false;
  await pass(10 * SECOND);
  world.isSilenced = true;
  world.awaySince = undefined;
  await pass(6 * MINUTE);
  expect(world.sent).toEqual([
    ["alert_1", "open"],
    ["alert_1_resolved", "resolved"],
  ]);
});
