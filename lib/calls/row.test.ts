import fc from "fast-check";
import { expect, test } from "vitest";
import { SAMPLE_SPEND_NANO, sampleEnd, sampleIntent } from "@/testing/spend/spend-samples";
import { NO_USAGE, UNIT_NAMES, USAGE_UNITS, type UsageUnit } from "@/lib/usage";
import { CALL_ROW_FIELDS } from "./columns";
import { callLiteral, deploymentOfLiteral, readLiteral, rowLiteral } from "./literal";
import { encodeIntent, type SpendRecord, storableIntent } from "./generated-row";
import { callRowJson, recordOfRow } from "./row";
import { storableText, storableUsage } from "./storable";
import { storableTried } from "./tried";

const PARTS: readonly (readonly [part: UsageUnit, whole: UsageUnit])[] = UNIT_NAMES.flatMap((unit) => {
  const rule = USAGE_UNITS[unit];
  return "partOf" in rule ? rule.partOf.map((whole) => [unit, whole] as const) : [];
});

function recordOf(texts: readonly string[]): SpendRecord {
  const [requestedModel = "", userId = "", model = "", tag = ""] = texts;
  return {
    ...storableIntent(
      sampleIntent("call-1", {
        requestedModel,
        userId,
        model,
        tags: [tag],
        requestId: tag,
        traceId: userId,
        sessionId: tag,
        mcpServer: model,
        mcpTool: tag,
        content: tag,
        decisionMs: 3.4,
        issuer: model,
      }),
    ),
    status: "success",
    attempts: 2,
    tried: storableTried([{ deployment: model, provider: tag, model, failure: "500" }]),
    httpStatus: 200,
    durationMs: 250,
    upstreamMs: 200,
    firstTokenMs: 220,
    upstreamRequestId: storableText(model),
    usage: storableUsage(sampleEnd().usage),
    spendNano: SAMPLE_SPEND_NANO,
    priceState: "priced",
    priceVersion: "test",
  };
}

test("the journal's row of a call is one JSON object with the record's values, whatever its texts", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 600 }), { minLength: 4, maxLength: 4 }), (texts) => {
      const record = recordOf(texts);
      const row = JSON.parse(callRowJson(record));
      expect(row).toMatchObject({
        tried: record.tried,
        call_id: "call-1",
        requested_model: record.requestedModel,
        user_id: record.userId,
        request_id: record.requestId,
        trace_id: record.traceId,
        issuer: record.issuer,
        session_id: record.sessionId,
        mcp_server: record.mcpServer,
        mcp_tool: record.mcpTool,
        content: record.content,
        upstream_request_id: record.upstreamRequestId,
        decision_ms: 3,
        first_token_ms: 220,
        model: record.model,
        tags: record.tags,
        started_at: "2026-11-21T12:00:00.000Z",
        status: "success",
        prompt_tokens: 10,
        total_tokens: 15,
        spend: "0.000020000",
      });
      expect(callRowJson(record, encodeIntent(record))).toBe(callRowJson(record));
      expect(callRowJson(record)).toMatch(/^[\x20-\x7e]*$/);
      expect(recordOfRow(callRowJson(record))).toEqual({ ...record, estimatedPromptTokens: 10 });
    }),
  );
});

test("the literal of a record equals the literal made from the journal's row of it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 600 }), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (texts, isPlain) => {
        const drawn = recordOf(texts);
        const record = isPlain
          ? {
              ...drawn,
              attempts: 1,
              tried: [],
              tags: [],
              keyId: "k",
              requestId: "call-1",
              traceId: null,
              sessionId: null,
              mcpServer: null,
              mcpTool: null,
              content: null,
              decisionMs: null,
              issuer: null,
              firstTokenMs: null,
              upstreamRequestId: null,
              httpStatus: null,
              upstreamMs: null,
              priceVersion: null,
            }
          : drawn;
        expect(callLiteral(record)).toBe(rowLiteral(callRowJson(record)));
        const {
          call_id: id,
          requested_model: model = "",
          user_id: user = "",
          spend,
        } = readLiteral(callLiteral(record));
        const shown = (text: string): string => text.replaceAll("\x1e", "\uFFFD");
        expect([id, model, user, spend]).toEqual([
          "call-1",
          shown(record.requestedModel),
          shown(record.userId ?? ""),
          "0.000020000",
        ]);
      },
    ),
  );
});

test("a text that is not a row is passed on for the database to refuse", () => {
  for (const text of ["", "{", "null", '[1,"2"]', 'a"b\\c']) {
    expect(readLiteral(rowLiteral(text)).call_id ?? "").toBe(text);
    expect(deploymentOfLiteral(rowLiteral(text))).toBe(undefined);
  }
});

test("the deployment of a literal is found behind any other texts", () => {
  const text = fc.string({ unit: fc.constantFrom(...'aé☃,"\\(){} \n\x1e') });
  const optional = fc.option(text);
  fc.assert(
    fc.property(text, text, optional, optional, fc.array(text), (deployment, model, user, team, tags) => {
      const row = { call_id: "c", requested_model: model, user_id: user, team_id: team, tags, model, deployment };
      const literal = rowLiteral(JSON.stringify(row));
      const shown = deployment.replaceAll("\x1e", "\uFFFD");
      expect(deploymentOfLiteral(literal) ?? "").toBe(shown);
    }),
  );
});

test("the journal's row of a call states every unit that the call used and leaves out unknown fields", () => {
  const units = Object.fromEntries(
    Object.keys(NO_USAGE)
      .filter((name) => name !== "source")
      .map((name, at) => [name, at + 1]),
  );
  const record: SpendRecord = {
    ...recordOf([]),
    usage: { ...NO_USAGE, ...units },
    httpStatus: null,
    upstreamMs: null,
    priceVersion: null,
    attempts: 3,
  };
  const row = JSON.parse(callRowJson(record));
  expect(row).toMatchObject({ attempts: 3, prompt_tokens: 1, cached_tokens: 2, characters: 14 });
  expect(Object.keys(row)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(http_status|upstream_ms|price_version)$/)]),
  );
  expect(
    Object.keys(row).filter((name) =>
      /_tokens$|^images$|_seconds$|^characters$|^search_units$|^web_searches$/.test(name),
    ),
  ).toHaveLength(Object.keys(units).length + 1);
});

const noteworthy = { ...recordOf([]), tags: [], tried: [] };

test.each(UNIT_NAMES)("the journal's row and the literal of a call both state %s in its column", (unit) => {
  const { column } = USAGE_UNITS[unit];
  const record: SpendRecord = { ...noteworthy, usage: { ...NO_USAGE, [unit]: 7 } };
  expect(JSON.parse(callRowJson(record))).toMatchObject({ [column]: 7 });
  expect(readLiteral(callLiteral(record))).toMatchObject({ [column]: "7" });
});

test("the literal of a call has exactly one field for each field of call_row", () => {
  const counted = Object.fromEntries(UNIT_NAMES.map((unit, at) => [unit, at + 1]));
  const record = {
    ...recordOf(["m", "u", "x", "t"]),
    keyId: "k",
    teamOrganizationId: "o",
    endUserId: "e",
    endUserSigned: true,
    usage: { ...NO_USAGE, ...counted },
  };
  expect(Object.keys(readLiteral(callLiteral(record)))).toEqual([...CALL_ROW_FIELDS]);
});

test("a part of usage that can be stored never exceeds any of its wholes, whatever the upstream reported", () => {
  const count = fc.oneof(fc.nat(), fc.double(), fc.integer({ max: -1 }));
  const reported = fc.record(Object.fromEntries(UNIT_NAMES.map((unit) => [unit, count])));
  fc.assert(
    fc.property(reported, (counts) => {
      const usage = storableUsage({ ...NO_USAGE, ...counts });
      for (const [part, whole] of PARTS) expect(usage[part], `${part} of ${whole}`).toBeLessThanOrEqual(usage[whole]);
    }),
  );
});

/** A line of a journal as it was before its members had the order of the table. */
const EARLIER = `{"call_id":"c-1","started_at":"2026-11-21T12:00:00.000Z","route":"/chat/completions","requested_model":"größe \\"m\\"",\
"request_id":"mine","trace_id":"t","decision_ms":3,"key_id":"k","user_id":"u","team_id":"t1","organization_id":"o1","team_organization_id":"o2",\
"end_user_id":"e","end_user_signed":true,"issuer":"https://idp","tags":["a","b,{}\\"c"],"duration_ms":250,"status":"success","upstream_ms":200,\
"first_token_ms":220,"http_status":200,"upstream_request_id":"up","model":"m","provider":"p","deployment":"d","attempts":2,\
"tried":[{"deployment":"d0","provider":"p","model":"m","failure":"500"}],"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,\
"cached_tokens":4,"usage_source":"upstream","spend":"0.000020000","price_state":"priced","price_version":"config:1"}`;

test("a row of the journal is booked alike, whatever the order of its members", () => {
  const record = recordOfRow(EARLIER);
  expect(record).toMatchObject({
    callId: "c-1",
    requestedModel: 'größe "m"',
    tags: ["a", 'b,{}"c'],
    spendNano: 20_000n,
  });
  expect(record && callLiteral(record)).toBe(rowLiteral(EARLIER));
  expect(record && JSON.parse(callRowJson(record))).toEqual(JSON.parse(EARLIER));
});

test.each(["", "{", "null", "[]", '{"call_id":"c"}', '{"call_id":"c","deployment":"d","spend":1}'])(
  "%s is not a row of the journal",
  (text) => {
    expect(recordOfRow(text)).toBeUndefined();
  },
);
