import { describe, expect, test } from "vitest";
import { sampleEnd, sampleIntent, SAMPLE_ENTRY, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { newLine, useSpendFixture } from "@/testing/spend/spend-fixture";

const fixture = useSpendFixture();

async function book(id: string, changes: Parameters<typeof sampleIntent>[1] = {}): Promise<void> {
  (await fixture.begin(sampleIntent(id, changes), SAMPLE_ENTRY)).settle(sampleEnd());
}

async function exported(
  input: object,
  principal?: Parameters<typeof fixture.reply>[2],
): Promise<{ text: string; chunks: number; headers: Record<string, string> }> {
  const { body, headers } = await fixture.reply("/spend/export", input, principal);
  if (typeof body === "string" || Buffer.isBuffer(body)) throw new Error("An export is a stream");
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString("utf8"), chunks: chunks.length, headers };
}

/** Inserts many calls, several at the same instant, without totals. The test removes them again. */
async function insertCalls(count: number): Promise<void> {
  await fixture.database.pool.query(
    `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens, cached_tokens,
       completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
     SELECT 'c' || i, '2026-11-01'::timestamptz + i / 7 * interval '1 second', 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0.000000001, 'priced'
     FROM generate_series(1, $1) AS i`,
    [count],
  );
}

describe("GET /spend/export", () => {
  test("GET /spend/export writes CSV that a spreadsheet neither misreads nor runs", async () => {
    await book("call-1", {
      userId: '=HYPERLINK("http://evil","x")',
      teamId: "a,b",
      requestedModel: "new\nline",
      tags: ["x,y", 'q"'],
    });
    const { text, headers } = await exported({});
    expect(headers).toMatchObject({
      "content-disposition": 'attachment; filename="spend-2026-11-21.csv"',
      "cache-control": "no-store",
    });
    expect(headers["content-type"]).toMatch(/^text\/csv/);
    const [head, row] = text.split("\r\n");
    expect(head?.split(",").slice(0, 3)).toEqual(["call_id", "started_at", "duration_ms"]);
    expect(row).toBe(
      'call-1,2026-11-21T12:00:00.000Z,250,200,success,200,/chat/completions,"new\nline",model,sample,d1,1,10,0,0,0,0,0,0,5,0,0,0,0,0,0,0,0,15,upstream,' +
        `0.000020000,priced,${row?.match(/config:[0-9a-f]{8}/)?.[0]},,"'=HYPERLINK(""http://evil"",""x"")","a,b",o1,,"[""x,y"",""q\\""""]",[],,,,,,,,,call-1,,,,,,,,,`,
    );
    expect(text.endsWith("\r\n")).toBe(true);
  });

  test("GET /spend/export writes JSON lines with exact amounts for the calls that match the filters", async () => {
    await book("call-1", { startedAt: SAMPLE_TIME - 1 });
    await book("call-2", { teamId: "t2" });
    const lines = async (input: object, principal?: Parameters<typeof fixture.reply>[2]): Promise<unknown[]> =>
      (await exported({ format: "jsonl", ...input }, principal)).text
        .split("\n")
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line));
    expect(await lines({})).toMatchObject([
      { call_id: "call-1", spend: "0.000020000", started_at: "2026-11-21T11:59:59.999Z", tags: ["a", 'b,{}"c'] },
      { call_id: "call-2" },
    ]);
    expect(await lines({ team_id: "t2" })).toMatchObject([{ call_id: "call-2" }]);
    expect(await lines({ tag: "nothing" })).toEqual([]);
    expect(await lines({}, { admin: false, teamId: "t1" })).toMatchObject([{ call_id: "call-1" }]);
    expect((await exported({ tag: "nothing" })).text.split("\r\n")).toHaveLength(2);
  });

  test("GET /spend/export refuses a period that ends before it starts, as the report does", async () => {
    await expect(exported({ start_date: "2026-11-21", end_date: "2026-11-20" })).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: "start_date" },
    });
  });

  test("GET /spend/export gives every call once, also if a page ends between calls of the same instant", async () => {
    await insertCalls(8_210);
    const { text, chunks } = await exported({ format: "jsonl" });
    const ids = text
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { call_id: string }).call_id);
    expect([ids.length, new Set(ids).size, chunks]).toEqual([8_210, 8_210, 3]);
    await fixture.database.pool.query("TRUNCATE calls");
  });

  test("GET /spend/export queries a page only after the previous one was taken", async () => {
    await insertCalls(8_210);
    const { body } = await fixture.reply("/spend/export", { format: "jsonl" });
    if (typeof body === "string" || Buffer.isBuffer(body)) throw new Error("An export is a stream");
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    await fixture.database.pool.query("TRUNCATE calls");
    expect((await iterator.next()).done).toBe(true);
  });

  test("GET /spend/export cancels its running query when the reader hangs up", async () => {
    await insertCalls(7_500);
    const line = newLine();
    const { body } = await fixture.reply("/spend/export", { format: "jsonl" }, undefined, line);
    if (typeof body === "string" || Buffer.isBuffer(body)) throw new Error("An export is a stream");
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    // The lock makes the second page wait.
    const holder = await fixture.database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE");
    const page = iterator.next().then(
      () => "answered",
      (error: unknown) => String(error),
    );
    const waiting =
      "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM calls%'";
    const count = async () => (await fixture.database.pool.query<{ waiting: number }>(waiting)).rows[0]?.waiting;
    await expect.poll(count).toBe(1);
    line.hangUp();
    expect(await page).toContain("canceling statement");
    await expect.poll(count).toBe(0);
    await holder.query("ROLLBACK; TRUNCATE calls");
    holder.release();
  });
});
