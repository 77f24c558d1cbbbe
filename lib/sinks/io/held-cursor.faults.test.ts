import { expect, test } from "vitest";
import { bookSamples } from "@/testing/spend/booked-rows";
import { SINK_TIMING, useSinkFixture } from "@/testing/spend/sink-fixture";

const fixture = useSinkFixture();
const { sink, startNode } = fixture;
const untilArrived = (...ids: string[]) =>
  expect.poll(() => fixture.receiver.accepted.map(({ call_id }) => call_id)).toEqual(ids);

test("a node that dies without a word loses the cursor to another one", async () => {
  await bookSamples(fixture.database, "a");
  startNode([sink()]);
  await untilArrived("a");
  await fixture.database.pool.query(
    "UPDATE call_cursors SET holder = 'a dead node', held_until = now() + interval '600 ms'",
  );
  await bookSamples(fixture.database, "b");
  await untilArrived("a", "b");
});

test("a node keeps the cursor however long its calls take to be read", async () => {
  await bookSamples(fixture.database, "a");
  const hold = async () => {
    const { rows } = await fixture.database.pool.query<{ holder: string | null; until: number | null }>(
      "SELECT holder, (extract(epoch FROM held_until) * 1000)::float AS until FROM call_cursors WHERE name = 'siem'",
    );
    return { holder: rows[0]?.holder ?? undefined, until: rows[0]?.until ?? 0 };
  };
  const other = await fixture.database.pool.connect();
  try {
    await other.query("BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE");
    startNode([sink()]);
    await expect.poll(async () => (await hold()).holder).toBeDefined();
    const { holder, until } = await hold();
    startNode([sink()]);
    await expect.poll(async () => (await hold()).until).toBeGreaterThan(until + 3 * SINK_TIMING.leaseMs);
    expect((await hold()).holder).toBe(holder);
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
  await untilArrived("a");
});
