import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BudgetAccount, type Elsewhere } from "./budget-account";
import { leavesRoom, type BudgetLimit } from "./budget-decision";
import { decideShare, type Share } from "./budget-share";

describe("a process's share of a budget", () => {
  type Case = [
    what: string,
    demand: [used: bigint, floor: bigint, waiting: bigint[], ahead: bigint],
    supply: [booked: bigint, others: bigint, wanted: bigint],
    share: [amount: bigint, idle: bigint, wanted: bigint],
  ];
  const cases: Case[] = [
    [
      "a share is all that a process asks for if there is plenty",
      [2n, 2n, [4n, 4n], 50n],
      [0n, 0n, 0n],
      [60n, 50n, 0n],
    ],
    [
      "a share exceeds the process's calls by at most a quarter of what they leave",
      [0n, 0n, [10n], 500n],
      [0n, 0n, 0n],
      [257n, 247n, 0n],
    ],
    [
      "a share does not exceed the process's calls while other processes wait",
      [0n, 0n, [10n], 500n],
      [0n, 0n, 1n],
      [10n, 0n, 0n],
    ],
    [
      "a share lets in the calls that fit, in their order, and no part of the others",
      [10n, 10n, [40n, 60n, 30n], 500n],
      [900n, 0n, 0n],
      [80n, 0n, 60n],
    ],
    ["a share covers a call completely or not at all", [0n, 0n, [10n], 0n], [900n, 95n, 0n], [0n, 0n, 10n]],
    [
      "a share is never less than what is used of it, or may be used before the exchange",
      [30n, 40n, [10n], 50n],
      [1_000n, 300n, 0n],
      [40n, 10n, 10n],
    ],
    ["a share that is not needed is given back", [0n, 0n, [], 0n], [0n, 0n, 0n], [0n, 0n, 0n]],
  ];
  test.each(cases)(
    "%s",
    (_what, [used, floor, waiting, ahead], [booked, others, wantedElsewhere], [amount, idle, wanted]) => {
      expect(
        decideShare({ maximum: 1_000n, used, floor, waiting, ahead }, { booked, others, wantedElsewhere }),
      ).toEqual({ amount, idle, wanted });
    },
  );
});

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

/** One process: what it has let in, and what of it waits to be booked. */
class Process {
  readonly account = new BudgetAccount({ start: 0, end: Number.POSITIVE_INFINITY }, 0n);
  readonly inFlight: bigint[] = [];
  readonly waiting: bigint[] = [];
  /** What it does next when its turn comes; each turn reads the figures and exchanges the share. */
  next: ((waiting: readonly bigint[]) => void) | undefined;

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
      maximum: this.account.maximum,
      soft: undefined,
    };
  }
}

/** Some processes and one database, in which one exchange happens at a time. */
class World {
  booked = 0n;
  readonly shares = new Map<Process, Share>();
  readonly processes: readonly Process[];
  constructor(
    count: number,
    readonly maximum: bigint,
  ) {
    this.processes = Array.from({ length: count }, () => new Process());
    for (const { account } of this.processes) account.maximum = maximum;
  }

  get truth(): bigint {
    return this.booked + sum(this.processes.flatMap(({ inFlight, waiting }) => [...inFlight, ...waiting]));
  }
  admit(process: Process, cost: bigint): boolean {
    if (!leavesRoom(process.budget, cost) || process.account.lacks(cost) > 0n) return false;
    process.account.hold(cost);
    process.inFlight.push(cost);
    return true;
  }
  settle({ inFlight, waiting, account }: Process, which: number, percent: bigint): void {
    const [held] = inFlight.splice(which % Math.max(1, inFlight.length), 1);
    if (held === undefined) return;
    const spent = (held * percent) / 100n;
    account.settle(held, spent);
    waiting.push(spent);
  }
  book({ waiting }: Process, count = waiting.length): void {
    this.booked += sum(waiting.splice(0, count));
  }
  elsewhere(process: Process): Elsewhere {
    const others = [...this.shares].filter(([holder]) => holder !== process).map(([, share]) => share);
    const idle = sum(others.map((share) => share.idle));
    return {
      held: sum(others.map((share) => share.amount)) - idle,
      idle,
      wanted: sum(others.map((share) => share.wanted)),
    };
  }
  /** One step of what a process does in its turn: anything may happen between two of them. */
  advance(process: Process, waiting: readonly bigint[]): void {
    const { account } = process;
    if (process.next) return process.next(waiting);
    const mark = account.beginReading();
    this.book(process);
    process.next = () => {
      const reading = { booked: this.booked, elsewhere: this.elsewhere(process) };
      process.next = () => {
        account.finishReading(mark, reading);
        process.next = (calls) => this.demand(process, calls);
      };
    };
  }
  demand(process: Process, waiting: readonly bigint[], isInUse = true): void {
    const demand = process.account.demandShare({ waiting, isInUse, isRenewalDue: false });
    process.next =
      demand &&
      (() => {
        const elsewhere = this.elsewhere(process);
        const share = decideShare(demand, {
          booked: this.booked,
          others: elsewhere.held + elsewhere.idle,
          wantedElsewhere: elsewhere.wanted,
        });
        this.shares.set(process, share);
        process.next = () => {
          process.account.takeShare(share.amount, elsewhere);
          process.next = undefined;
        };
      });
  }
  finish(process: Process): void {
    while (process.next) process.next([]);
  }
  /** A whole turn, with something done between each two of its steps. */
  refresh(process: Process, waiting: readonly bigint[], meanwhile: () => void = () => {}): void {
    this.finish(process);
    do {
      this.advance(process, waiting);
      meanwhile();
    } while (process.next);
  }
}

const amount = fc.bigInt(0n, 3n);
const waiting = fc.array(amount, { maxLength: 3 });
const call = fc.oneof(
  fc.record({ kind: fc.constant("admit" as const), amount }),
  fc.record({ kind: fc.constant("settle" as const), which: fc.nat(3), percent: fc.constantFrom(0n, 50n, 100n) }),
);
const step = fc.oneof(
  { weight: 4, arbitrary: call },
  fc.record({ kind: fc.constant("book" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("advance" as const), waiting }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("refresh" as const),
      waiting,
      meanwhile: fc.array(fc.tuple(fc.nat(), call), { maxLength: 6 }),
    }),
  },
  // A call that waits does not wait for the figures.
  fc.record({ kind: fc.constant("demand" as const), waiting }),
);
const steps = fc.array(fc.tuple(fc.nat(), step), { maxLength: 60, size: "max" });

function play(world: World, played: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never): void {
  for (const [which, one] of played) {
    const process = world.processes[which % world.processes.length]!;
    if (one.kind === "admit") world.admit(process, one.amount);
    if (one.kind === "settle") world.settle(process, one.which, one.percent);
    if (one.kind === "book") world.book(process, one.count);
    if (one.kind === "advance") world.advance(process, one.waiting);
    if (one.kind === "refresh") {
      const meanwhile = [...one.meanwhile];
      world.refresh(process, one.waiting, () => play(world, meanwhile.splice(0, 1)));
    }
    if (one.kind === "demand" && !process.next) world.demand(process, one.waiting);
    // Not for every step: `expect` takes longer than the step itself.
    if (world.truth > world.maximum) expect(world.truth).toBeLessThanOrEqual(world.maximum);
  }
}

describe("processes that share a budget", () => {
  const counts = fc.integer({ min: 1, max: 3 });
  const maxima = fc.bigInt(1n, 8n);

  test("processes that share a budget never exceed it together, in any order of calls, bookings and exchanges", () => {
    fc.assert(
      fc.property(counts, maxima, steps, (count, maximum, played) => play(new World(count, maximum), played)),
      { numRuns: 1_000 },
    );
  });

  test("any process can use all that is left of a shared budget once nothing is in flight", () => {
    fc.assert(
      fc.property(counts, maxima, steps, fc.nat(), (count, maximum, played, which) => {
        const world = new World(count, maximum);
        play(world, played);
        for (const process of world.processes) {
          world.finish(process);
          while (process.inFlight.length > 0) world.settle(process, 0, 100n);
        }
        for (const process of world.processes) world.refresh(process, []);
        const process = world.processes[which % count]!;
        const left = maximum - world.truth;
        // It is refused the first time, when others have taken something ahead; at their next refresh they give it
        // back.
        world.refresh(process, [left]);
        for (const other of world.processes) if (other !== process) world.refresh(other, []);
        world.refresh(process, [left]);
        expect(world.admit(process, left)).toBe(left > 0n);
      }),
      { numRuns: 1_000 },
    );
  });
});
