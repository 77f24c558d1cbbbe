import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { refusedByAccess } from "@/lib/auth/rules/route";
import { GatewayError } from "@/lib/errors";
import type { Principal } from "@/lib/auth/decision";
import type { CallIntent } from "@/lib/calls/record";
import type { ModelEntry } from "@/lib/config/schema";
import type { ApiReply } from "@/lib/doors/contract";
import type { CallerContext, CallerOperation } from "@/lib/api/operation";
import { priceOperations } from "@/lib/api/operations/models/prices";
import { spendOperations } from "@/lib/api/operations/spend/spend";
import { spendCalculateOperations } from "@/lib/api/operations/spend/calculate";
import { spendExportOperations } from "@/lib/api/operations/spend/export";
import { spendRepriceOperations } from "@/lib/api/operations/spend/reprice";
import type { OpenCall, SpendBook } from "@/lib/spend/book";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { createLocalFeed } from "../gateway/local-feed";
import { recordingLog, SAMPLE_TIME, samplePrice } from "./spend-samples";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { composeTestServices } from "../gateway/test-services";
import { chosenSettings, testSettings } from "../gateway/test-settings";

const OPERATIONS: readonly CallerOperation[] = [
  ...spendOperations,
  ...priceOperations,
  ...spendCalculateOperations,
  ...spendExportOperations,
  ...spendRepriceOperations,
];

/** A caller that can hang up. */
export interface Line {
  readonly hangUp: () => void;
  readonly request: { readonly isGone: boolean; onGone(listener: () => void): void };
}

export function newLine(): Line {
  const listeners: (() => void)[] = [];
  let isGone = false;
  return {
    hangUp() {
      isGone = true;
      for (const listener of listeners) listener();
    },
    request: {
      get isGone() {
        return isGone;
      },
      onGone: (listener) => void listeners.push(listener),
    },
  };
}

/**
 * Everything about money on a real database, for every test of the calling file: a book to write calls with, and the
 * operations on prices and spend. After each test every total must be the sum of its calls. The clock stands still.
 */
export function useSpendFixture() {
  let server: TestDatabase;
  let database: Database;
  let composed: Awaited<ReturnType<typeof composeTestServices>>;
  let models: ModelEntry[] = [];
  const clock = { now: SAMPLE_TIME };
  const general = testSettings();

  beforeAll(async () => {
    server = await startTestDatabase();
    database = openDatabase(server.url);
  });
  beforeEach(async () => {
    clock.now = SAMPLE_TIME;
    models = [];
    composed = await composeTestServices(
      { databaseUrl: server.url, log: recordingLog() },
      {
        database,
        changes: createLocalFeed(),
        settings: chosenSettings(() => ({ ...general, models })),
        now: () => clock.now,
      },
    );
  });
  afterEach(async () => {
    await composed.close();
    expect(await findSpendDiscrepancies(database)).toEqual([]);
    // Truncating makes a new file for each index of each partition, which takes longer than these few rows.
    await database.pool.query(
      `DELETE FROM calls; DELETE FROM hourly_figures; DELETE FROM daily_figures;
       TRUNCATE entity_totals, shared_totals, prices, call_retention, audit_events`,
    );
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  async function reply(
    path: string,
    input: object,
    principal: Partial<Principal> = { admin: true },
    line = newLine(),
  ): Promise<ApiReply> {
    const operation = OPERATIONS.find((candidate) => candidate.path === path);
    if (!operation) throw new Error(`No operation at ${path}`);
    const context = {
      services: composed.services,
      request: Object.assign(line.request, { headers: {} }),
      caller: { principal: { viewer: false, administers: [], ...principal }, identity: {}, actor: "test" },
    } as CallerContext;
    const refusal = refusedByAccess(operation, context.caller.principal);
    if (refusal) throw new GatewayError(refusal.code, refusal.because);
    return operation.answer(context, input);
  }

  return {
    clock,
    get database() {
      return database;
    },
    get book(): SpendBook {
      return composed.services.spend;
    },
    /** Begins a call at the price that its model has at this moment, as the request path does. */
    begin(intent: CallIntent, entry: ModelEntry): Promise<OpenCall> {
      const { spend, prices } = composed.services;
      return spend.begin(intent, samplePrice(intent, entry, prices.current()));
    },
    setModels(next: ModelEntry[]) {
      models = next;
    },
    reply,
    /** Calls an operation; the answer must be what the operation says it answers with. */
    async ask<Body>(path: string, input: object = {}, principal?: Partial<Principal>): Promise<Body> {
      const { body } = await reply(path, input, principal);
      const value: unknown = JSON.parse(String(body));
      OPERATIONS.find((candidate) => candidate.path === path)?.output.parse(value);
      return value as Body;
    },
  };
}
