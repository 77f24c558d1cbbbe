/** Work of a fixed size, in milliseconds of an ordinary machine's processor, by which times are made comparable. */
const YARDSTICK_MS = 10;
const YARDSTICK = JSON.stringify(Array.from({ length: 9_000 }, (_, at) => ({ id: `entry-${at}`, models: ["a", "b"] })));
const ROUNDS = 12;

/**
 * How long some work lets nothing else of the thread run at most, in milliseconds of an ordinary machine: the processor
 * time of its longest turn of the event loop. Other programs do not lengthen it much; what they do, and the speed of
 * the machine, is measured beside it and divided out. The best of some rounds counts, because the collector of memory
 * and the compiler may fall into any of them. A round below `enough` is the last.
 */
export async function longestTurn(work: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= enough; round++) {
    const before = yardstick();
    const longest = await turnOf(work);
    const machine = Math.max(before, yardstick()) / YARDSTICK_MS;
    least = Math.min(least, longest / Math.max(1, machine));
  }
  return least;
}

async function turnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let since = process.cpuUsage();
  const turn = (): void => {
    longest = Math.max(longest, timeSince(since));
    since = process.cpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await new Promise((resolve) => setImmediate(resolve));
  longest = 0;
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isDone = true;
  return longest;
}

function yardstick(): number {
  const since = process.cpuUsage();
  for (let times = 0; times < 2; times++) JSON.stringify(JSON.parse(YARDSTICK));
  return timeSince(since);
}

function timeSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
