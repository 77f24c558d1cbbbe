import { type ChildProcess, spawn } from "node:child_process";

/**
 * What the guard runs: it is told `+PID` and `-PID`, and ends the groups of the processes that are left once nobody can
 * tell it any more. Signals for the gateway's own group are none of its business.
 */
const SOURCE = `
const left = new Set();
let text = "";
process.stdin.on("data", (bytes) => {
  const lines = (text + bytes).split("\\n");
  text = lines.pop();
  for (const line of lines) line[0] === "+" ? left.add(Number(line.slice(1))) : left.delete(Number(line.slice(1)));
});
process.stdin.on("end", () => {
  for (const pid of left) try { process.kill(-pid, "SIGKILL"); } catch {}
  process.exit();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
`;

/** Ends the programs of this process when it is killed itself, and can end nothing any more. */
export class Guard {
  #process: ChildProcess | undefined;

  add(pid: number): void {
    this.#tell(`+${pid}\n`);
  }

  remove(pid: number): void {
    this.#tell(`-${pid}\n`);
  }

  close(): void {
    this.#process?.stdin?.end();
    this.#process = undefined;
  }

  #tell(line: string): void {
    this.#process ??= start();
    this.#process.stdin?.write(line);
  }
}

function start(): ChildProcess {
  const guard = spawn(process.execPath, ["-e", SOURCE], {
    detached: true,
    env: {} as NodeJS.ProcessEnv,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a guard, programs still end with the gateway unless that is killed.
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  return guard;
}
