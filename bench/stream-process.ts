import { text } from "node:stream/consumers";
import type { LoadTarget } from "./http-load";
import { applyStreams } from "./stream-load";

/**
 * Reads one job from stdin, runs it and prints the result. It is a process of its own, so that its processor time is
 * not measured.
 */
interface Job {
  readonly target: LoadTarget;
  readonly streams: number;
  readonly tokens: number;
}

const { target, streams, tokens }: Job = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await applyStreams(target, streams, tokens))}\n`);
