import { createLogger } from "@/lib/log";
import { Programs } from "@/lib/upstream/programs/programs";

// Runs a program as the gateway does, says its process id on standard output, and is killed by a test.
const programs = new Programs((send) => ({ send, line: (line: string) => console.log(line), ended() {} }), {
  log: createLogger(() => {}, Date.now),
  now: Date.now,
});
const args = ["-e", "process.stdin.once('data', () => console.log(process.pid)); setInterval(() => {}, 1_000);"];
programs.of({ name: "stubborn", command: process.execPath, args, env: {} }).send("");
