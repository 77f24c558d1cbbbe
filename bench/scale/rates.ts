import { findRedis, startRedis } from "@/testing/database/redis-server";
import type { MeasuredGateway } from "../floor/measured-gateway";
import type { Scenario } from "../floor/scenarios";
import { type FleetRow, measureFleets } from "./fleet";
import { keyScenario } from "./scenarios";

/** Limits that no bench reaches. */
const LIMITS = { rpm_limit: 2_000_000_000, tpm_limit: 2_000_000_000 };

/**
 * What a call costs whose key has no limits, and one whose key has limits of requests and tokens a minute, counted in
 * memory and in a Redis of the bench's own.
 * @throws Error where no Redis can be found or installed
 */
export async function measureRates(
  start: (environment: Readonly<Record<string, string>>) => Promise<MeasuredGateway>,
  program: string,
  rounds: number,
  cleanUp: (() => unknown)[],
): Promise<string[][]> {
  const path = findRedis();
  if (path === undefined) throw new Error("There is no Redis on the PATH, and none could be installed");
  const redis = await startRedis(path);
  cleanUp.push(() => redis.stop());
  const [alone, shared] = [await start({}), await start({ REDIS_URL: redis.url })];
  const row = async (name: string, gateway: MeasuredGateway, limits: object): Promise<FleetRow> => ({
    name,
    gateway,
    scenario: await scenarioWith(program, gateway, limits),
  });
  return measureFleets(
    [
      await row("no limits", alone, {}),
      await row("rates in memory", alone, LIMITS),
      await row("no limits, Redis configured", shared, {}),
      await row("rates in Redis", shared, LIMITS),
    ],
    rounds,
  );
}

async function scenarioWith(program: string, { gateway, url }: MeasuredGateway, limits: object): Promise<Scenario> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/key/generate`, { method: "POST", headers, body: JSON.stringify(limits) });
  if (!answer.ok) throw new Error(`/key/generate: ${answer.status} ${await answer.text()}`);
  const { key }: { key: string } = await answer.json();
  return keyScenario(program, key);
}
