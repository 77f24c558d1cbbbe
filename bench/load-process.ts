import { text } from "node:stream/consumers";
import { applyLoad, type LoadTarget } from "./http-load";

/** Reads one job from stdin, does it, and prints the result: a process of its own, which is not measured with the rest. */
interface Job {
  readonly target: LoadTarget;
  readonly connections: number;
  readonly seconds: number;
}

const { target, connections, seconds }: Job = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await applyLoad(target, connections, seconds))}\n`);
