import { text } from "node:stream/consumers";
import { applyCalls, type CallJob } from "./call-load";

/**
 * Reads one job from stdin, runs it and prints the counts. It is a process of its own, so that its processor time is
 * not measured.
 */
const job: CallJob = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await applyCalls(job))}\n`);
