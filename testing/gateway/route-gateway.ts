import { afterAll, beforeAll, expect } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startGateway, type GatewayProcess } from "./gateway-process";

/**
 * For the tests of the calling block: a gateway process whose models `local/*` the local upstream serves, at $0.001 a
 * prompt token and $0.002 a completion token.
 */
export function useRouteGateway() {
  let database: TestDatabase;
  let gateway: GatewayProcess;
  let upstream: LocalUpstream;
  const tried = new Set<string>();

  beforeAll(async () => {
    [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
    const prices = { input_cost_per_token: 0.001, output_cost_per_token: 0.002 };
    gateway = await startGateway({
      environment: { DATABASE_URL: database.url, GATEWAY_CONSOLE: "off" },
      config: {
        model_list: [
          {
            model_name: "local/*",
            gateway_params: { model: "openai/*", api_base: upstream.apiBase, api_key: "upstream-secret", ...prices },
          },
        ],
      },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
    await database?.stop();
  });

  return {
    get gateway() {
      return gateway;
    },
    get databaseUrl() {
      return database.url;
    },
    /** The routes of which a call has been booked. */
    tried,
    /** The one row of a call in the spend log, which must be a success on that route. */
    async row(response: Response, route: string): Promise<Record<string, unknown> | undefined> {
      const call = response.headers.get("x-gateway-call-id");
      expect(call).toBeTruthy();
      let data: Record<string, unknown>[] = [];
      // A busy gateway books once a second.
      const booked = async (): Promise<number> => {
        const answer = await fetch(`${gateway.url}/spend/logs?call_id=${call}`, {
          headers: { authorization: `Bearer ${gateway.masterKey}` },
        });
        ({ data } = (await answer.json()) as { data: Record<string, unknown>[] });
        return data.length;
      };
      await expect.poll(booked).toBe(1);
      expect(data[0]).toMatchObject({ route, status: "success" });
      tried.add(route);
      return data[0];
    },
  };
}
