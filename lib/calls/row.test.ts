import fc from "fast-check";
import { expect, it } from "vitest";
import { SAMPLE_SPEND_NANO, sampleEnd, sampleIntent } from "@/testing/gateway/spend-samples";
import { NO_USAGE } from "@/lib/usage";
import { callLiteral, readLiteral, rowLiteral } from "./literal";
import { callRowJson, intentMembers, storableIntent, storableTried, storableUsage } from "./row";
import type { SpendRecord } from "./record";

function recordOf(texts: readonly string[]): SpendRecord {
  const [requestedModel = "", userId = "", model = "", tag = ""] = texts;
  return {
    ...storableIntent(sampleIntent("call-1", { requestedModel, userId, model, tags: [tag] })),
    status: "success",
    attempts: 2,
    tried: storableTried([{ deployment: model, provider: tag, model, failure: "500" }]),
    httpStatus: 200,
    durationMs: 250,
    upstreamMs: 200,
    usage: storableUsage(sampleEnd().usage),
    spendNano: SAMPLE_SPEND_NANO,
    priceState: "priced",
    priceVersion: "test",
  };
}

it("a row is one JSON object that says what the record says, whatever its texts", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 600 }), { minLength: 4, maxLength: 4 }), (texts) => {
      const record = recordOf(texts);
      const row = JSON.parse(callRowJson(record));
      expect(row).toMatchObject({
        tried: record.tried,
        call_id: "call-1",
        requested_model: record.requestedModel,
        user_id: record.userId,
        model: record.model,
        tags: record.tags,
        started_at: "2026-11-21T12:00:00.000Z",
        status: "success",
        prompt_tokens: 10,
        total_tokens: 15,
        spend: "0.000020000",
      });
      expect(callRowJson(record, intentMembers(record))).toBe(callRowJson(record));
      expect(callRowJson(record)).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
});

it("the database is given the same of a record as of the row that the journal has of it", () => {
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

it("a text that is no row is left to the database to refuse", () => {
  for (const text of ["", "{", "null", '[1,"2"]', 'a"b\\c'])
    expect(readLiteral(rowLiteral(text)).call_id ?? "").toBe(text);
});

it("a row names every unit that a call has, and leaves out what is not known", () => {
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
  expect(Object.keys(row).filter((name) => /_tokens$|^images$|_seconds$|^characters$/.test(name))).toHaveLength(
    Object.keys(units).length + 1,
  );
});
