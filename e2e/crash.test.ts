import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type GatewayProcess } from "@/local/gateway-process";
import { startUpstream, type LocalUpstream } from "@/local/upstream";
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KILLS = 4;
const CALLERS = 8;

let upstream: LocalUpstream;
let folder: string;

beforeAll(async () => {
  upstream = await startUpstream({ log: false });
  folder = mkdtempSync(join(tmpdir(), "gateway-crash-"));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  await upstream?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

function start(): Promise<GatewayProcess> {
  return startGateway({
    dataDirectory: join(folder, "data"),
    environment: { GATEWAY_CONSOLE: "off" },
    config: {
      model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase, input_cost_per_token: 0.001, output_cost_per_token: 0.002 } }],
    },
  });
}

interface Row {
  readonly call_id: string;
  readonly status: string;
  readonly spend: number;
  readonly total_tokens: number;
}

async function ask<Answer>(gateway: GatewayProcess, path: string): Promise<Answer> {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  expect(response.status).toBe(200);
  return response.json();
}

async function allRows(gateway: GatewayProcess): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await ask<{ data: Row[]; total: number }>(gateway, `/spend/logs?page=${page}&size=100`);
    rows.push(...data);
    if (rows.length >= total || data.length === 0) return rows;
  }
}

/** Calls until the gateway dies; remembers what it was told was complete. */
async function traffic(gateway: GatewayProcess, completed: Set<string>, seen: Set<string>): Promise<void> {
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let count = 0; ; count++) {
        const stream = (caller + count) % 2 === 0;
        try {
          const response = await fetch(`${gateway.url}/v1/chat/completions`, {
            method: "POST",
            headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
            body: JSON.stringify({ model: stream ? "local/tokens-6,slow-1" : "local/tokens-6", messages: [{ role: "user", content: "Go on." }], stream }),
          });
          const id = response.headers.get("x-gateway-call-id") ?? "";
          seen.add(id);
          const text = await response.text();
          if (response.status === 200 && (!stream || text.includes("[DONE]"))) completed.add(id);
        } catch {
          return; // the gateway is gone
        }
      }
    }),
  );
}

test("a gateway killed under load books every completed call exactly once", { timeout: 180_000 }, async () => {
  const completed = new Set<string>();
  const seen = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const gateway = await start();
    const enough = completed.size + 40 + kill * 37; // each time at another moment
    const calls = traffic(gateway, completed, seen);
    await expect.poll(() => completed.size, { timeout: 30_000, interval: 1 }).toBeGreaterThan(enough);
    await gateway.kill();
    await calls;
  }

  const gateway = await start();
  try {
    await expect.poll(async () => containsAll(await allRows(gateway), completed), { timeout: 20_000 }).toBe(true);
    const rows = await allRows(gateway);
    const ids = rows.map(({ call_id }) => call_id);
    expect(new Set(ids).size).toBe(ids.length);

    const plain = rows.filter(({ call_id }) => completed.has(call_id));
    expect(plain).toHaveLength(completed.size);
    expect(plain.filter(({ status }) => status !== "success")).toEqual([]);

    const others = rows.filter(({ call_id }) => !completed.has(call_id));
    expect(others.every(({ status }) => ["success", "cancelled", "interrupted"].includes(status))).toBe(true);
    // Whatever the upstream served, or began to serve, has a row.
    expect(rows.length).toBeGreaterThanOrEqual(seen.size);

    const total = await ask<{ spend: number; calls: number }>(gateway, "/global/spend");
    expect(total.calls).toBe(rows.length);
    expect(total.spend).toBeCloseTo(rows.reduce((sum, { spend }) => sum + spend, 0), 6);
  } finally {
    await gateway.stop();
  }
});

function containsAll(rows: readonly Row[], ids: ReadonlySet<string>): boolean {
  const booked = new Set(rows.map(({ call_id }) => call_id));
  return [...ids].every((id) => booked.has(id));
}
