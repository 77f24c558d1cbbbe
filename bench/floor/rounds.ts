import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { startGateway } from "@/testing/gateway/gateway-process";
import { runCleanUp } from "../clean-up";
import { BENCH_AUDIENCE, type BenchProvider, KEEPING_TEAM, startProvider } from "../provider";
import { startChild } from "../start-child";
import { DOORS, modelBehind } from "./doors";
import { measureRound, postmasterOf, type Round } from "./measure";
import { MeasuredGateway } from "./measured-gateway";
import { type FloorOptions, isNamed } from "./options";
import { referenceScenario, scenariosFor } from "./scenarios";
import { asksTools, toolServersAt } from "./tool-scenarios";
import { MOST_ROUNDS, type Verdict, wantsMoreRounds } from "./verdict";

/** No further round begins after this many milliseconds, so that the bench ends within six minutes. */
const MEASURES_MS = 4 * 60_000;
/** How often the calls of a round are made before it counts, until the JavaScript compiler has little left to do. */
const WARM_UP = 4;

/** What the rounds of a run measure. */
export interface Measured {
  /** The scenarios, by name; undefined: those that have a figure and that `only` of the options names. */
  readonly scenarios?: ReadonlySet<string>;
  /** Says what a round more would be decided by. */
  judge(rounds: readonly Round[]): readonly Verdict[];
}

/** Measures this checkout, and the one beside it, until another round would decide nothing or takes too long. */
export async function takeRounds(options: FloorOptions, measured: Measured): Promise<Round[]> {
  const cleanUp: (() => unknown)[] = [];
  try {
    return await takeRoundsUntilClean(options, measured, cleanUp);
  } finally {
    await runCleanUp(cleanUp);
  }
}

async function takeRoundsUntilClean(
  options: FloorOptions,
  { scenarios: named, judge }: Measured,
  cleanUp: (() => unknown)[],
): Promise<Round[]> {
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
  const profiler = options.profile ? await bundleChild("bench/profile-preload.ts") : undefined;
  cleanUp.push(() => [calls, streams, profiler].forEach((program) => program?.remove()));
  const provider = await startProvider(cleanUp);
  const processes: MeasuredGateway[] = [];
  for (const root of [process.cwd(), ...(options.beside === undefined ? [] : [options.beside])]) {
    const gateway = await startGateway({
      config: configuration(upstream.url, paced.url, options.only),
      environment: {
        ...environmentOf(provider, options),
        ...(profiler && { NODE_OPTIONS: `--import=${pathToFileURL(profiler.path).href}` }),
      },
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
  const scenarios = scenariosFor(programs, provider).filter(({ name, isOnRequest }) =>
    named ? named.has(name) : isNamed(name, options.only) && (!isOnRequest || options.only !== ""),
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
  } while (rounds.length < options.rounds || isAnotherWanted(judge(rounds), rounds.length, startedAt));
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

function isAnotherWanted(verdicts: readonly Verdict[], rounds: number, startedAt: number): boolean {
  if (rounds >= MOST_ROUNDS || performance.now() - startedAt > MEASURES_MS) return false;
  return wantsMoreRounds(verdicts);
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
      ...DOORS.filter(({ name }) => isNamed(`by ${name}`, only)).map(({ name, params }) => ({
        model_name: modelBehind(name),
        gateway_params: params(upstream),
      })),
    ],
    ...(asksTools(only) && { mcp_servers: toolServersAt(upstream) }),
  };
}

function environmentOf({ keysUrl }: BenchProvider, options: FloorOptions): Record<string, string> {
  return {
    JWT_PUBLIC_KEY_URL: keysUrl,
    ...(!options.console && { GATEWAY_CONSOLE: "off" }),
    ...(asksTools(options.only) && { JWT_AUDIENCE: BENCH_AUDIENCE }),
  };
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
