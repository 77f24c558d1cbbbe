import { expect, test } from "vitest";
import { ARRIVED_BEFORE_GROWTH } from "@/lib/sinks/batch-share";
import { bookSamples } from "@/testing/spend/booked-rows";
import { useSinkFixture } from "@/testing/spend/sink-fixture";

const fixture = useSinkFixture();
const untilArrived = (...ids: string[]) =>
  expect.poll(() => fixture.receiver.accepted.map(({ call_id }) => call_id)).toEqual(ids);

test("batches grow again once the receiver takes larger ones, without a restart", async () => {
  let limit = 1;
  const sizes: number[] = [];
  fixture.receiver.answer = (response, { text }) => {
    const size = text.trimEnd().split("\n").length;
    if (size <= limit) sizes.push(size);
    response.writeHead(size > limit ? 413 : 200).end();
  };
  fixture.startNode([fixture.sink({ batch_calls: 2 })]);
  await bookSamples(fixture.database, "first", "second");
  await untilArrived("first", "second");
  limit = 2;
  const ids = Array.from({ length: ARRIVED_BEFORE_GROWTH + 2 }, (_, index) => `call-${String(index).padStart(2, "0")}`);
  await bookSamples(fixture.database, ...ids);
  await untilArrived("first", "second", ...ids);
  expect(sizes.slice(0, ARRIVED_BEFORE_GROWTH)).toEqual(Array(ARRIVED_BEFORE_GROWTH).fill(1));
  expect(sizes[ARRIVED_BEFORE_GROWTH]).toBe(2);
});
