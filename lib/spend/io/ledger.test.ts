import { expect, test } from "vitest";
import { type CallBook, Ledger } from "./ledger";

const silent = { info() {}, warn() {}, error() {} };

/** A ledger whose database is away until `isUp`. */
function ledgerOf(database: { isUp: boolean }): Ledger {
  const calls: CallBook = {
    async book() {
      if (!database.isUp) throw new Error("away");
    },
    refusesRows: () => false,
  };
  return new Ledger({ calls, log: silent, seal() {}, reject() {}, intervalMs: 0 });
}

const entry = () => ({ literal: "()", opened: undefined, ended: undefined, booked: false });

test("the lag is the age of the oldest call, however many come behind it, and 0 once all are booked", async () => {
  const database = { isUp: false };
  const ledger = ledgerOf(database);
  expect(ledger.lagMs).toBe(0);
  ledger.add(entry());
  const first = ledger.lagMs;
  await expect.poll(() => ledger.lagMs).toBeGreaterThan(first + 50);
  ledger.add(entry());
  expect(ledger.lagMs).toBeGreaterThan(first + 50);
  database.isUp = true;
  await ledger.drained();
  expect(ledger.lagMs).toBe(0);
});
