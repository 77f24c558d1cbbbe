import { readdirSync, readFileSync } from "node:fs";

/** Processor time that a process has used so far, in microseconds. */
export interface ProcessorTime {
  /** The main thread, which runs the JavaScript. */
  readonly main: number;
  /** All threads that still run, the main thread included. */
  readonly all: number;
}

/** Linux counts `stat` in ticks of 10 ms. */
const TICK_MICROSECONDS = 10_000;

/** The processor time of a process. @throws Error without /proc, so anywhere but on Linux */
export function processorTimeOf(pid: number): ProcessorTime {
  let [main, all] = [0, 0];
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const used = microsecondsOf(`/proc/${pid}/task/${task}`);
    all += used;
    if (Number(task) === pid) main = used;
  }
  return { main, all };
}

/** The processor time of each child of a process, by its id. */
export function processorTimesOfChildren(parent: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (Number.isInteger(pid) && parentOf(pid) === parent) times.set(pid, processorTimeOf(pid).all);
  }
  return times;
}

/** What the children have used in between. One that has ended is left out, and a new one counts from its start. */
export function usedBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let used = 0;
  for (const [pid, time] of after) used += time - (before.get(pid) ?? 0);
  return used;
}

/** Microseconds of processor time that the children of a process have used so far, those that have ended included. */
export function processorTimeOfFamily(parent: number): number {
  const fields = fieldsOf(`/proc/${parent}/stat`);
  const ended = (Number(fields?.[13] ?? 0) + Number(fields?.[14] ?? 0)) * TICK_MICROSECONDS;
  return ended + [...processorTimesOfChildren(parent).values()].reduce((sum, time) => sum + time, 0);
}

/** The process that has started another. */
export function parentOf(pid: number): number | undefined {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  return fields && Number(fields[1]);
}

/** A thread that has just ended has used nothing. */
function microsecondsOf(folder: string): number {
  const exact = read(`${folder}/schedstat`);
  if (exact !== undefined) return Number(exact.split(" ")[0]) / 1_000;
  const fields = fieldsOf(`${folder}/stat`);
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS : 0;
}

/** The fields after the program's name, which may have spaces in it: state, parent, and so on. */
function fieldsOf(path: string): string[] | undefined {
  return read(path)
    ?.replace(/^.*\) /s, "")
    .split(" ");
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
