import { expect, test } from "vitest";
import { recordingLog } from "@/testing/spend/spend-samples";
import { Guard } from "./guard";
import { Program } from "./program";

test("what a program does not read is bounded, and the program can still be ended", async () => {
  const guard = new Guard();
  const program = new Program(
    { name: "deaf", command: process.execPath, args: ["-e", "setInterval(() => {}, 1e6)"], env: {} },
    { line: () => {}, ended: () => {} },
    { log: recordingLog(), now: Date.now, guard },
  );
  const line = "x".repeat(1024 * 1024);
  let sent = 0;
  expect(() => {
    for (; sent < 100; sent++) program.send(line);
  }).toThrow("The program does not read what it is sent.");
  expect(sent).toBeLessThan(20);
  await program.close();
  guard.close();
});

test("a program that ends at once is begun later each time, and says until when it waits", async () => {
  const guard = new Guard();
  let clock = 1_700_000_000_000;
  let ends = 0;
  const program = new Program(
    { name: "short", command: process.execPath, args: ["-e", "process.exit(4)"], env: {} },
    { line: () => {}, ended: () => void ends++ },
    { log: recordingLog(), now: () => clock, guard },
  );
  expect(program.state).toEqual({ runningSince: undefined, restarts: 0, lastEnd: undefined, pausedUntil: undefined });
  for (const [restarts, pauseMs] of [1_000, 2_000, 4_000].entries()) {
    program.send("");
    expect(program.state).toMatchObject({ runningSince: clock, restarts, pausedUntil: undefined });
    await expect.poll(() => ends).toBe(restarts + 1);
    const lastEnd = { at: clock, reason: "status 4" };
    expect(program.state).toEqual({ runningSince: undefined, restarts, lastEnd, pausedUntil: clock + pauseMs });
    expect(() => program.send("")).toThrow("begun again in");
    clock += pauseMs;
    expect(program.state.pausedUntil).toBeUndefined();
  }
  await program.close();
  guard.close();
});
