import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { startGateway } from "@/testing/gateway/gateway-process";
import { runCleanUp } from "../clean-up";
import { type BenchProvider, KEEPING_TEAM, startProvider } from "../provider";
import { startChild } from "../start-child";
import { DOORS, modelBehind } from "./doors";
import { MeasuredGateway } from "./measured-gateway";
import { measureRound, postmasterOf, type Round } from "./measure";
import type { FloorOptions } from "./options";
import { type FloorFile, floorOf, type Machine, withAccepted } from "./floor-file";
import { formatBare, formatBeside, formatVerdicts, ratiosOf, referenceMicros } from "./report";
import { referenceScenario, scenariosFor } from "./scenarios";
import { acceptedFloor, judge, MOST_ROUNDS, raisedFigures, type Verdict, wantsMoreRounds } from "./verdict";

const FLOOR = "bench/floor.json";
/** No further round begins after this many milliseconds, so that the bench ends within six minutes. */
const MEASURES_MS = 4 * 60_000;
/** How often the calls of a round are made before it counts, until the JavaScript compiler has little left to do. */
const WARM_UP = 4;

/**
 * Measures what a call costs beside the reference, and compares that with `bench/floor.json`. Returns whether no figure
 * is too high.
 */
export async function runFloorBench(options: FloorOptions): Promise<boolean> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const rounds = await takeRounds(options, cleanUp);
    const verdicts = judgeRounds(rounds);
    process.stdout.write(`\n${formatVerdicts(verdicts, rounds)}\n`);
    process.stdout.write(formatBare(rounds));
    if (options.beside !== undefined) process.stdout.write(`\n${formatBeside(rounds)}\n`);
    if (options.accept) return accept(verdicts, referenceMicros(rounds));
    return conclude(verdicts);
  } finally {
    await runCleanUp(cleanUp);
  }
}

async function takeRounds(options: FloorOptions, cleanUp: (() => unknown)[]): Promise<Round[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-floor-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  const upstream = await startChild("bench/upstream-process.ts", [], cleanUp);
  const paced = await startChild("bench/paced-upstream-process.ts", [], cleanUp);
  const reference = await startChild("bench/floor/reference-process.ts", [upstream.url], cleanUp);
  const bareProxy = await startChild("bench/bare-proxy-process.ts", [upstream.url], cleanUp);
  const [calls, streams] = [
    await bundleChild("bench/floor/call-load-process.ts"),
    await bundleChild("bench/stream-process.ts"),
  ];
  cleanUp.push(() => [calls, streams].forEach((program) => program.remove()));
  const provider = await startProvider(cleanUp);
  const processes: MeasuredGateway[] = [];
  for (const root of [process.cwd(), ...(options.beside === undefined ? [] : [options.beside])]) {
    const gateway = await startGateway({
      config: configuration(upstream.url, paced.url, options.only),
      environment: environmentOf(provider, options),
      audit: false,
      logFile: join(folder, `gateway-${processes.length}.log`),
      root,
    });
    cleanUp.push(() => gateway.stop());
    // A checkout beside this one may keep nothing.
    if (options.only.startsWith("kept")) await keepContent(gateway);
    processes.push(new MeasuredGateway(gateway, await postmasterOf(gateway.dataDirectory)));
  }
  const programs = { calls: calls.path, streams: streams.path };
  const scenarios = scenariosFor(programs, provider).filter(
    ({ name, isOnRequest }) => name.includes(options.only) && (!isOnRequest || options.only !== ""),
  );
  const fixed = { reference: { process: reference, scenario: referenceScenario(programs) }, bareProxy, upstream };
  say("warming up");
  await fixed.reference.scenario.run(reference, WARM_UP);
  for (const { bare } of scenarios) await bare?.run(bareProxy, WARM_UP);
  for (const gateway of processes)
    for (const scenario of scenarios) gateway.count(await scenario.run(gateway, WARM_UP));
  const rounds: Round[] = [];
  const startedAt = performance.now();
  do {
    say(`round ${rounds.length + 1}`);
    rounds.push(await measureRound(processes, scenarios, fixed, rounds.length % 2 === 1));
  } while (rounds.length < options.rounds || isAnotherWanted(rounds, startedAt));
  for (const gateway of processes) await gateway.requireAllBooked();
  return rounds;
}

async function keepContent({ url, masterKey }: { readonly url: string; readonly masterKey: string }): Promise<void> {
  const answer = await fetch(`${url}/team/new`, {
    method: "POST",
    headers: { authorization: `Bearer ${masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ team_id: KEEPING_TEAM, log_content: true }),
  });
  if (!answer.ok) throw new Error(`No team was made that keeps content: ${await answer.text()}`);
}

function isAnotherWanted(rounds: readonly Round[], startedAt: number): boolean {
  if (rounds.length >= MOST_ROUNDS || performance.now() - startedAt > MEASURES_MS) return false;
  return wantsMoreRounds(judgeRounds(rounds));
}

/** `only`: that of the options. A checkout beside this one may not know the other doors. */
function configuration(upstream: string, paced: string, only: string): object {
  const served = (name: string, url: string): object => ({
    model_name: `${name}/*`,
    gateway_params: { model: "openai/*", api_base: `${url}/v1`, api_key: "none" },
  });
  return {
    general_settings: {
      enable_jwt_auth: true,
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_upsert: true },
    },
    model_list: [
      served("bench", upstream),
      served("paced", paced),
      ...DOORS.filter(({ name }) => `by ${name}`.includes(only)).map(({ name, params }) => ({
        model_name: modelBehind(name),
        gateway_params: params(upstream),
      })),
    ],
  };
}

function environmentOf({ keysUrl }: BenchProvider, options: FloorOptions): Record<string, string> {
  return { JWT_PUBLIC_KEY_URL: keysUrl, ...(!options.console && { GATEWAY_CONSOLE: "off" }) };
}

function judgeRounds(rounds: readonly Round[]): Verdict[] {
  return judge(ratiosOf(rounds), floorOf(readFloors(), machineOf(referenceMicros(rounds)))?.ratios ?? {});
}

function machineOf(reference: number): Machine {
  return { processor: cpus()[0]?.model.trim() ?? "unknown", reference };
}

function readFloors(): FloorFile {
  try {
    return JSON.parse(readFileSync(FLOOR, "utf8")) as FloorFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function accept(verdicts: readonly Verdict[], reference: number): boolean {
  const [before, ratios] = [readFloors(), acceptedFloor(verdicts)];
  const machine = machineOf(reference);
  const measuredWith = `Node.js ${process.version}, reference ${reference.toFixed(0)} µs`;
  writeFileSync(FLOOR, `${JSON.stringify(withAccepted(before, machine, measuredWith, ratios), null, 2)}\n`);
  const raised = raisedFigures(floorOf(before, machine)?.ratios ?? {}, ratios);
  process.stdout.write(`Written to ${FLOOR}\n`);
  if (raised.length > 0) process.stdout.write(`${reasonWanted(raised)}\n`);
  return true;
}

function conclude(verdicts: readonly Verdict[]): boolean {
  const named = (judgement: Verdict["judgement"]): string[] =>
    verdicts.filter((verdict) => verdict.judgement === judgement).map(({ name }) => name);
  const [lower, tooHigh] = [named("lower"), named("too high")];
  if (lower.length > 0)
    process.stdout.write(`Lower: ${lower.join(", ")}. Commit that: npm run bench:floor -- --accept\n`);
  if (tooHigh.length > 0) process.stdout.write(`Too high: ${tooHigh.join(", ")}. ${reasonWanted(tooHigh)}\n`);
  return tooHigh.length === 0;
}

function reasonWanted(raised: readonly string[]): string {
  return `A floor is raised by npm run bench:floor -- --accept, in a commit that says why in a line of its own: "Floor: ${raised.join(", ")}: the reason."`;
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
