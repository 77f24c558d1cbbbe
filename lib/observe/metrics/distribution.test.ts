import { expect, test } from "vitest";
import { addDistributions, Buckets, type Exemplar } from "./distribution";

test("a bucket keeps the exemplar of its last value that has a trace, until it is taken", () => {
  const buckets = new Buckets([1, 2]);
  buckets.observe(0.5, "old", 1);
  buckets.observe(0.7, "new", 2);
  buckets.observe(0.9);
  buckets.observe(5, "slow", 3);
  expect(buckets.take()?.exemplars).toEqual([
    { traceId: "new", value: 0.7, at: 2 },
    null,
    { traceId: "slow", value: 5, at: 3 },
  ]);
  buckets.observe(0.5);
  expect(buckets.take()).toEqual({ counts: [1, 0, 0], sum: 0.5 });
});

test("of two processes' distributions the newer exemplar of each bucket stays", () => {
  const exemplar = (traceId: string, at: number): Exemplar => ({ traceId, value: 1, at });
  const one = { counts: [1, 1, 0], sum: 2, exemplars: [exemplar("a", 1), exemplar("b", 4), null] };
  const other = { counts: [1, 1, 1], sum: 3, exemplars: [exemplar("c", 2), exemplar("d", 3), exemplar("e", 1)] };
  const together = [exemplar("c", 2), exemplar("b", 4), exemplar("e", 1)];
  expect(addDistributions(one, other)).toEqual({ counts: [2, 2, 1], sum: 5, exemplars: together });
  expect(addDistributions(other, one).exemplars).toEqual(together);
  const { exemplars } = one;
  expect(addDistributions(one, { counts: [1, 0, 0], sum: 1 }).exemplars).toEqual(exemplars);
  expect(addDistributions({ counts: [1, 0, 0], sum: 1 }, one).exemplars).toEqual(exemplars);
});
