import { readFileSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** Milliseconds of processor time that all threads of a process have used so far; undefined without /proc. */
export function cpuTimeOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
