import { afterAll, beforeAll, expect } from "vitest";
import type { CallerContext } from "@/lib/api/operation";
import { requestOperations } from "@/lib/api/operations/spend/requests";
import { seriesOperation } from "@/lib/api/operations/spend/series";
import { spendOperations } from "@/lib/api/operations/spend/spend";
import { summaryOperation } from "@/lib/api/operations/spend/summary";
import type { Principal } from "@/lib/auth/decision";
import type { SpendBook } from "@/lib/spend/book";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { createLocalFeed } from "../gateway/local-feed";
import { playCall, recordingLog, SAMPLE_ENTRY, SAMPLE_TIME, sampleEnd, sampleIntent } from "./spend-samples";
import { composeTestServices } from "../gateway/test-services";

const DAY = 86_400_000;

const ADMINISTRATOR: Partial<Principal> = { admin: true };
export const TEAM_1: Partial<Principal> = { admin: false, teamId: "t1", userId: "u1" };

type Row = Record<string, unknown>;
interface Answer {
  readonly total: number;
  readonly next?: string | null;
  readonly data: Row[];
  readonly by_day: Row[];
  readonly totals: Row;
  readonly truncated: boolean;
}

/** The refusal that names the first field of a query. */
export const refusalOf = (query: string) => ({ code: "invalid_request", options: { param: query.split("=", 1)[0] } });
export const idsOf = (body: Answer): unknown[] => body.data.map(({ call_id }) => call_id);

/**
 * For every test of the calling file: a spend log with three days of calls. Team t1 has the users u1 and u2, t2 has u3;
 * one call fails, one model has no price. The calls of u1 are made with a token of `https://idp`.
 */
export function useSpendLog() {
  let server: TestDatabase;
  let composed: Awaited<ReturnType<typeof composeTestServices>>;
  let book: SpendBook;

  beforeAll(async () => {
    server = await startTestDatabase();
    composed = await composeTestServices(
      { databaseUrl: server.url, log: recordingLog() },
      { changes: createLocalFeed(), now: () => SAMPLE_TIME },
    );
    book = composed.services.spend;
    const calls = [
      { userId: "u1", teamId: "t1", startedAt: SAMPLE_TIME - 2 * DAY, issuer: "https://idp" },
      { userId: "u1", teamId: "t1", startedAt: SAMPLE_TIME - DAY, model: "other", issuer: "https://idp" },
      { userId: "u2", teamId: "t1", startedAt: SAMPLE_TIME - 1000, keyId: "k1" },
      { userId: "u3", teamId: "t2", startedAt: SAMPLE_TIME },
    ];
    for (const [index, changes] of calls.entries()) {
      await playCall(
        book,
        sampleIntent(`call-${index}`, changes),
        SAMPLE_ENTRY,
        sampleEnd({ status: index === 3 ? "error" : "success" }),
      );
    }
    const unpriced = { model_name: "m", gateway_params: { model: "x/y" } };
    await playCall(
      book,
      sampleIntent("call-4", { userId: "u3", teamId: "t2", startedAt: SAMPLE_TIME + 1, provider: "x", model: "y" }),
      unpriced,
    );
    await book.drained();
  });
  afterAll(async () => {
    await composed.close();
    await server.stop();
  });

  return {
    database: () => composed.services.database,
    /** Books one more call, of ten days ago, by team t9. */
    async playOldCall() {
      await playCall(book, sampleIntent("call-5", { startedAt: SAMPLE_TIME - 10 * DAY, teamId: "t9" }));
      await book.drained();
    },
    /** Asks as the operation table does: the schema checks the query, then the handler runs. */
    async ask(path: string, query: string, principal = ADMINISTRATOR): Promise<Answer> {
      const operation = [...spendOperations, ...requestOperations, seriesOperation, summaryOperation].find(
        (candidate) => candidate.path === path,
      );
      if (!operation) throw new Error(`No operation at ${path}`);
      const { services } = composed;
      const context = {
        services,
        request: {},
        caller: { principal: { viewer: false, administers: [], ...principal }, identity: {}, actor: "test" },
      } as CallerContext;
      const reply = await operation.answer(context, Object.fromEntries(new URLSearchParams(query)));
      const body = JSON.parse(String(reply.body));
      expect(operation.output.parse(body)).toEqual(body);
      return body;
    },
  };
}
