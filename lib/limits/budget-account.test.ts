import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BudgetAccount, type BudgetReading } from "./budget-account";
import { leavesRoom, type BudgetLimit } from "./budget-decision";

const window = { start: 0, end: Number.POSITIVE_INFINITY };
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

const alone = (booked: bigint): BudgetReading => ({ booked, elsewhere: { held: 0n, idle: 0n, wanted: 0n } });

/** One process, one database, and what is on its way between them: the plain truth that an account is compared with. */
class World {
  booked = 0n;
  readonly waiting: bigint[] = [];
  readonly inFlight: bigint[] = [];
  readonly readings: { mark: bigint; mustBook: number; figure: bigint | undefined }[] = [];
  readonly account = new BudgetAccount(window, 0n);
  constructor(readonly maximum: bigint) {}

  get budget(): BudgetLimit {
    const limits = {
      maxBudget: 1,
      softBudget: null,
      budgetDuration: null,
      tpmLimit: null,
      rpmLimit: null,
      maxParallelRequests: null,
      modelTpmLimit: {},
      modelRpmLimit: {},
    };
    return {
      payer: { type: "team", id: "t", name: "team", limits },
      account: this.account,
      maximum: this.maximum,
      soft: undefined,
    };
  }
  get truth(): bigint {
    return this.booked + sum(this.waiting);
  }
  book(count: number): void {
    for (const amount of this.waiting.splice(0, count)) {
      this.booked += amount;
      for (const reading of this.readings) reading.mustBook--;
    }
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("admit" as const), amount: fc.bigInt(0n, 40n) }),
  fc.record({ kind: fc.constant("settle" as const), which: fc.nat(), share: fc.bigInt(0n, 100n) }),
  fc.record({ kind: fc.constant("book" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constantFrom("begin" as const) }),
  fc.record({ kind: fc.constantFrom("snapshot" as const, "finish" as const), which: fc.nat() }),
);

function run(world: World, steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): void {
  for (const one of steps) {
    if (one.kind === "admit" && leavesRoom(world.budget, one.amount)) {
      world.account.hold(one.amount);
      world.inFlight.push(one.amount);
    }
    if (one.kind === "settle" && world.inFlight.length > 0) {
      const [held = 0n] = world.inFlight.splice(one.which % world.inFlight.length, 1);
      const spent = (held * one.share) / 100n;
      world.account.settle(held, spent);
      world.waiting.push(spent);
    }
    if (one.kind === "book") world.book(one.count);
    if (one.kind === "begin")
      world.readings.push({ mark: world.account.beginReading(), mustBook: world.waiting.length, figure: undefined });
    if ((one.kind === "snapshot" || one.kind === "finish") && world.readings.length > 0) {
      const reading = world.readings[one.which % world.readings.length]!;
      if (one.kind === "snapshot") {
        if (reading.mustBook > 0) world.book(reading.mustBook);
        reading.figure = world.booked;
      } else if (reading.figure !== undefined) {
        world.readings.splice(world.readings.indexOf(reading), 1);
        world.account.finishReading(reading.mark, alone(reading.figure));
      }
    }
    expect(world.account.held).toBe(sum(world.inFlight));
    expect(world.account.spent >= world.truth).toBe(true);
    expect(world.truth <= world.maximum).toBe(true);
  }
}

describe("the account of a budget", () => {
  test("an account never shows less than was spent, never lets its budget be exceeded, and never loses or keeps a hold, in any order of readings, settlements and bookings", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 200n), fc.array(step, { maxLength: 80 }), (maximum, steps) =>
        run(new World(maximum), steps),
      ),
      { numRuns: 1_000 },
    );
  });

  test("an account knows exactly what was spent once it is read while nothing is in flight", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World(200n);
        run(world, steps);
        const mark = world.account.beginReading();
        world.book(world.waiting.length);
        world.account.finishReading(mark, alone(world.booked));
        expect(world.account.spent).toBe(world.truth);
        for (const held of world.inFlight.splice(0)) world.account.settle(held, 0n);
        expect([world.account.held, world.account.isIdle]).toEqual([0n, true]);
      }),
      { numRuns: 500 },
    );
  });

  test("an account counts what other nodes have booked", () => {
    const account = new BudgetAccount(window);
    expect(account.isKnown).toBe(false);
    account.hold(5n);
    account.settle(5n, 3n);
    account.finishReading(account.beginReading(), alone(103n));
    expect([account.isKnown, account.spent]).toEqual([true, 103n]);
    account.settle(0n, 2n);
    expect(account.spent).toBe(105n);
  });
});
