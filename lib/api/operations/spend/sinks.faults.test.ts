import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { bookSamples } from "@/testing/spend/booked-rows";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";

let database: TestDatabase;
let gateway: InProcessGateway;
let receiver: SinkReceiver;
beforeAll(async () => {
  [database, receiver] = await Promise.all([startTestDatabase(), startSinkReceiver()]);
  receiver.answer = (response) => void response.writeHead(401).end("Bearer planted-secret is wrong");
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: {
        sinks: [
          {
            name: "siem",
            start: "beginning",
            flush_seconds: 1,
            http: {
              url: `${receiver.url}/planted-path?token=planted-token`,
              headers: { authorization: "planted-secret" },
            },
          },
          {
            name: "archive",
            s3: { bucket: "calls", access_key_id: "planted-id", secret_access_key: "planted-secret" },
          },
        ],
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([receiver?.close(), database?.stop()]);
});

async function get<Body>(path: string): Promise<Body> {
  const answer = await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

test("GET /spend/sinks says how far each sink has come and what keeps it, and no secret", async () => {
  await bookSamples(gateway.services.database, "a", "b");
  const view = (): Promise<{ data: unknown[] }> => get("/spend/sinks");
  await expect.poll(view, { interval: 200 }).toMatchObject({
    data: [
      {
        name: "siem",
        kind: "http",
        to: receiver.url,
        start: "beginning",
        calls_sent: 0,
        calls_waiting: 2,
        lag_seconds: expect.any(Number),
        failures: 1,
        last_error: "the receiver answered 401",
        retry_at: expect.any(String),
        held_up_by: null,
      },
      { name: "archive", kind: "s3", to: "s3://calls", start: "now" },
    ],
  });
  expect(JSON.stringify(await view())).not.toContain("planted");
});

test("the metrics show the lag of each sink", async () => {
  const samples = async (): Promise<string> => {
    const answer = await gateway.send("/metrics", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
    return answer.text();
  };
  await expect.poll(samples, { interval: 500 }).toMatch(/^gateway_sink_lag_seconds\{sink="siem"\} [0-9.]+$/m);
});

test("a sink that lags for ten minutes is a finding of the configuration", async () => {
  const { pool } = gateway.services.database;
  await pool.query("UPDATE call_cursors SET created_at = now() - interval '1 day'");
  // The archive has got everything.
  await pool.query(
    "UPDATE call_cursors SET booking = (SELECT last_value FROM calls_booking_seq) WHERE name = 'archive'",
  );
  await pool.query("UPDATE calls SET booked_at = now() - interval '11 minutes'");
  const findings = async (): Promise<string[]> =>
    (await get<{ findings: { number: string; message: string }[] }>("/config/get")).findings
      .filter(({ number }) => number === "C162")
      .map(({ message }) => message);
  await expect
    .poll(findings, { interval: 500 })
    .toEqual(['the sink "siem" has had calls to send for more than 10 minutes: the receiver answered 401']);
});
