import { text } from "node:stream/consumers";
import { applyLoad, type LoadTarget } from "./http-load";

/**
 * Reads one job from stdin, runs it and prints the result. It is a process of its own, so that its processor time is
 * not measured.
 */
interface Job {
  readonly target: LoadTarget;
  readonly connections: number;
  readonly seconds: number;
}

const { target, connections, seconds }: Job = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await applyLoad(target, connections, seconds))}\n`);
