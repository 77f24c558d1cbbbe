import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { startGateway } from "@/testing/gateway/gateway-process";
import { runCleanUp } from "../clean-up";
import { MeasuredGateway } from "../floor/measured-gateway";
import { type Cost, type CostPart, measureOnce, postmasterOf } from "../floor/measure";
import type { Scenario } from "../floor/scenarios";
import { medianOf } from "../floor/verdict";
import { type BenchProvider, startProvider } from "../provider";
import { startChild } from "../start-child";
import { table } from "../table";
import { measureManagement } from "./management";
import { type FleetRow, measureFleets } from "./fleet";
import { measureRates } from "./rates";
import { CONNECTIONS, keyScenario, PATTERNS, scaleScenarios } from "./scenarios";
import { measureStarts } from "./starts";
import { measureTokens } from "./tokens";

export interface ScaleOptions {
  readonly rounds: number;
  /** The sections that are run: names, or parts of names, of `SECTIONS`, with commas between them; "" for all. */
  readonly only: string;
}

const SECTIONS = ["calls", "management", "tokens", "starts", "workers", "redis"] as const;
type Section = (typeof SECTIONS)[number];

export const SCALE_USAGE = `Usage: npm run bench:scale -- [OPTION]...
  --rounds 5   how many rounds are taken
  --only TEXT  only these sections: ${SECTIONS.join(", ")}`;

/** Prints what calls, lists and starts cost with many names, users and entries. */
export async function runScaleBench({ rounds, only }: ScaleOptions): Promise<void> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const folder = mkdtempSync(join(tmpdir(), "bench-scale-"));
    cleanUp.push(() => rmSync(folder, { recursive: true }));
    const upstream = await startChild("bench/upstream-process.ts", [], cleanUp);
    const provider = await startProvider(cleanUp);
    let started = 0;
    const start = async (patterns: number, environment: Record<string, string> = {}): Promise<MeasuredGateway> => {
      const gateway = await startGateway({
        config: configuration(upstream.url, patterns),
        environment: { ...environmentOf(provider), ...environment },
        audit: false,
        logFile: join(folder, `${++started}.log`),
      });
      cleanUp.push(() => gateway.stop());
      return new MeasuredGateway(gateway, await postmasterOf(gateway.dataDirectory));
    };
    const wanted = (...sections: Section[]): boolean => sections.some((section) => isWanted(section, only));
    if (wanted("calls", "management")) {
      const [small, large] = [await start(1), await start(PATTERNS)];
      if (wanted("calls")) print(await measureCalls(small, large, provider, rounds, cleanUp));
      if (wanted("management")) print(await measureManagement(large.gateway));
    }
    if (wanted("tokens")) print(await measureTokens(await start(1), await loadProgram(cleanUp), provider));
    if (wanted("starts")) print(await measureStarts((patterns) => configuration(upstream.url, patterns), rounds));
    if (wanted("workers")) {
      const program = await loadProgram(cleanUp);
      const [alone, workers] = [await start(1), await start(1, { GATEWAY_WORKERS: "2" })];
      const row = (name: string, gateway: MeasuredGateway, connections: number): FleetRow => ({
        name: `${name}, ${connections} connections`,
        gateway,
        scenario: keyScenario(program, provider.token, connections),
      });
      const rows = [
        row("one process", alone, CONNECTIONS),
        row("two workers", workers, 2 * CONNECTIONS),
        row("one process", alone, CONNECTIONS / 2),
        row("two workers", workers, CONNECTIONS),
      ];
      print(await measureFleets(rows, rounds));
    }
    if (wanted("redis"))
      print(await measureRates((environment) => start(1, environment), await loadProgram(cleanUp), rounds, cleanUp));
  } finally {
    await runCleanUp(cleanUp);
  }
}

/** Whether `--only TEXT` names a section. */
export function isWanted(section: string, only: string): boolean {
  return only.split(",").some((part) => section.includes(part.trim()));
}

async function measureCalls(
  small: MeasuredGateway,
  large: MeasuredGateway,
  provider: BenchProvider,
  rounds: number,
  cleanUp: (() => unknown)[],
): Promise<string[][]> {
  const { oneName, manyNames, manyUsers, newcomers } = await scaleScenarios(await loadProgram(cleanUp), provider);
  const rows: readonly (readonly [string, MeasuredGateway, Scenario])[] = [
    ["one name, 1 pattern", small, oneName],
    [`one name, ${PATTERNS} patterns`, large, oneName],
    [`${manyNames.name}, ${PATTERNS} patterns`, large, manyNames],
    [`${manyUsers.name}, ${PATTERNS} patterns`, large, manyUsers],
    [newcomers.name, large, newcomers],
  ];
  for (const [, gateway, scenario] of rows) gateway.count(await scenario.run(gateway, 2));
  const costs = rows.map((): Cost[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, [, gateway, scenario]] of rows.entries())
      costs[index]?.push(await measureOnce(gateway, scenario));
  for (const gateway of [small, large]) await gateway.requireAllBooked();
  const cell = (index: number, part: CostPart): number => medianOf(costs[index]?.map((cost) => cost[part]) ?? []);
  return [
    ["a call", "main µs", "of one name", "process µs", "PostgreSQL µs"],
    ...rows.map(([name], index) => [
      name,
      cell(index, "main").toFixed(0),
      (cell(index, "main") / cell(0, "main")).toFixed(2),
      cell(index, "all").toFixed(0),
      cell(index, "postgres").toFixed(0),
    ]),
  ];
}

/** The path of the bundled program that makes load. */
async function loadProgram(cleanUp: (() => unknown)[]): Promise<string> {
  const program = await bundleChild("bench/floor/call-load-process.ts");
  cleanUp.push(() => program.remove());
  return program.path;
}

function configuration(upstream: string, patterns: number): object {
  const gateway_params = { model: "openai/*", api_base: `${upstream}/v1`, api_key: "none" };
  return {
    general_settings: {
      enable_jwt_auth: true,
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_upsert: true },
    },
    model_list: Array.from({ length: patterns }, (_, index) => ({ model_name: `family-${index}/*`, gateway_params })),
  };
}

function environmentOf({ keysUrl }: BenchProvider): Record<string, string> {
  return { JWT_PUBLIC_KEY_URL: keysUrl, GATEWAY_CONSOLE: "off" };
}

function print(rows: readonly (readonly string[])[]): void {
  process.stdout.write(`${table(rows)}\n\n`);
}
