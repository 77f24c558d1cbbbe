import { expect, test } from "vitest";
import { journalState, nodeState } from "./node-state";

test.each([
  ["ok", "OK", true, undefined],
  ["ready", "Ready", true, undefined],
  ["connected", "Connected", true, undefined],
  ["not_ready", "Not ready", false, undefined],
  ["unreachable", "Unreachable", false, undefined],
  ["2 entries cannot be used", "Failing", false, "2 entries cannot be used."],
])("the state %s of a node is told in one word", (value, word, isGood, because) => {
  expect(nodeState(value)).toEqual({ word, isGood, ...(because && { because }) });
});

test("the trouble of the spend journal is told in two words, with what to do below", () => {
  expect(journalState("ok")).toEqual({ word: "OK", isGood: true });
  const state = journalState("the spend journal in /data/journal cannot be written: ENOSPC: no space left on device");
  expect(state).toMatchObject({ word: "Disk full", isGood: false });
  expect(state.because).toBe(
    "The disk of the spend journal is full. Make room on the disk of /data/journal. The gateway then continues by itself.",
  );
});
