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
