import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { writeBackup } from "@/lib/database/backup/write-backup";
import { createLogger } from "@/lib/log";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";
import { startOtlpReceiver, type OtlpReceiver } from "@/testing/traces/otlp-receiver";

/** Stands in every prompt and every answer. */
const PHRASE = "heronphrase";

let database: TestDatabase;
let url: string;
let folder: string;
let upstream: LocalUpstream;
let traces: OtlpReceiver;
let sink: SinkReceiver;
let gateway: InProcessGateway;
const lines: string[] = [];

beforeAll(async () => {
  [database, upstream, traces, sink, folder] = await Promise.all([
    startTestDatabase(),
    startUpstream(),
    startOtlpReceiver(),
    startSinkReceiver(),
    mkdtemp(join(tmpdir(), "content-secrecy-")),
  ]);
  url = await database.createDatabase();
  const prices = { input_cost_per_token: 0.001, output_cost_per_token: 0.001 };
  gateway = await startInProcessGateway(url, {
    config: {
      model_list: [
        {
          model_name: "m",
          gateway_params: { model: "openai/own", api_base: upstream.apiBase, api_key: "sk-upstream-key", ...prices },
        },
      ],
      general_settings: {
        num_retries: 0,
        sinks: [{ name: "siem", start: "beginning", flush_seconds: 1, http: { url: sink.url } }],
      },
    },
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_BSP_SCHEDULE_DELAY: "20" },
    log: createLogger(
      (line) => void lines.push(line),
      Date.now,
      () => ({ level: "debug", format: "json" }),
    ),
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), traces?.stop(), sink?.close(), database?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function call(key: string, body: object = {}): Promise<Response> {
  const answer = await gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: `Say ${PHRASE}` }], ...body }),
  });
  await answer.text();
  return answer;
}

async function read(path: string): Promise<string> {
  const answer = await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Every row of every table, as text. */
async function everyColumn(): Promise<string> {
  const { pool } = gateway.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ said: string }>(`SELECT row_to_json(t)::text AS said FROM "${name}" AS t`);
    texts.push(...rows.map(({ said }) => said));
  }
  return texts.join("\n");
}

async function backup(withContent: boolean): Promise<string> {
  const file = join(folder, withContent ? "with" : "without");
  await writeBackup({ database: { url, variable: "DATABASE_URL" }, file, version: "0.1.0", withContent });
  return gunzipSync(await readFile(file)).toString();
}

async function journal(): Promise<string> {
  const path = journalFolder(gateway.services.environment);
  const files = await readdir(path);
  return (await Promise.all(files.map((file) => readFile(join(path, file), "utf8").catch(() => "")))).join("\n");
}

test("what is kept of prompts and answers is in nothing that the gateway tells, and nowhere in plain", async () => {
  const key = await newKey(gateway, { log_content: true, max_budget: 0.5 });
  gateway.secrets.plant({ key });
  upstream.behave = () => ({ text: `Here is ${PHRASE} and more` });
  expect((await call(key, { max_tokens: 9 })).status).toBe(200);
  expect((await call(key, { max_tokens: 9, stream: true })).status).toBe(200);
  expect((await call(key, { max_tokens: 10_000 })).status).toBe(429);
  upstream.behave = () => ({ status: 400, body: { error: { message: `Not ${PHRASE}` } } });
  expect((await call(key, { max_tokens: 9 })).status).toBe(400);
  await gateway.services.contents.drained();
  expect(gateway.services.contents.state).toMatchObject({ stored: 4, open: 0, bytes: 0 });
  await gateway.services.spend.drained();
  await expect.poll(() => sink.accepted.length).toBe(3);
  await expect.poll(() => traces.spans.filter(({ kind }) => kind === "SERVER").length).toBeGreaterThanOrEqual(5);

  const told: [where: string, text: string][] = [
    ["the log", lines.join("")],
    ["the metrics", (await gateway.services.metrics.read()).text],
    ["the traces", traces.everything()],
    ["the calls that are sent on", sink.received.map(({ text }) => text).join("\n")],
    ["the list of calls", await read("/spend/logs")],
    ["an export", await read("/spend/export?format=jsonl")],
    ["the audit log", await read("/audit/logs")],
    ["the refusals", await read("/auth/refusals")],
    ["the journal", await journal()],
    ["the database", await everyColumn()],
    ["a backup", await backup(false)],
    ["a backup with content", await backup(true)],
  ];
  for (const [where, text] of told) {
    expect(text.length, where).toBeGreaterThan(0);
    expect(text.toLowerCase(), where).not.toContain(PHRASE);
  }
  const [without, whole] = [told.at(-2)?.[1] ?? "", told.at(-1)?.[1] ?? ""];
  expect([without.includes("call_contents"), whole.includes("call_contents")]).toEqual([false, true]);
});
