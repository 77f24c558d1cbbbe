import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs a load generator, which reads its job from stdin and prints its result. */
export async function runLoad<Result>(program: string, job: object): Promise<Result> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  if (output === "") throw new Error("The load generator ended without a result");
  return JSON.parse(output);
}
