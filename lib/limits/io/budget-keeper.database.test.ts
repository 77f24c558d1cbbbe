import { afterEach, describe, expect, test } from "vitest";
import { recordingLog } from "@/testing/spend/spend-samples";
import { BudgetUnknown } from "../budget-account";
import type { BudgetNotice } from "../budget-notice";
import type { BudgetMeasure } from "../tracked-budget";
import { BudgetKeeper, type BudgetQuestion } from "./budget-keeper";
import { WaitingRounds } from "../waiting-rounds";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const team: BudgetMeasure = { type: "team", id: "t", duration: "1h" };
const opened: BudgetKeeper[] = [];
afterEach(() => {
  for (const keeper of opened.splice(0)) keeper.close();
});

/** A keeper whose database says what the test says, at a time the test sets; `isAway`: every reading fails. */
function open() {
  const world = {
    now: NOON + 60_000,
    spent: new Map<string, bigint>(),
    isAway: false,
    elsewhere: { held: 0n, idle: 0n, wanted: 0n },
    readings: 0,
    exchanges: 0,
    delay: Promise.resolve(),
    /** What processes have noted, and what this one has reported. */
    noted: new Set<string>(),
    told: [] as string[],
    log: recordingLog(),
  };
  const booked = ({ id, start }: BudgetQuestion): bigint => world.spent.get(`${id} ${start}`) ?? 0n;
  const keeper = new BudgetKeeper({
    book: {
      async read(questions) {
        world.readings++;
        if (world.isAway) throw new Error("away");
        await world.delay;
        return questions.map((question) => ({ booked: booked(question), elsewhere: world.elsewhere }));
      },
      async exchange(requests) {
        world.exchanges++;
        if (world.isAway) throw new Error("away");
        const { held, idle, wanted } = world.elsewhere;
        return requests.map((request) => {
          const { amount } = request.decide({ booked: booked(request), others: held + idle, wantedElsewhere: wanted });
          return { amount, elsewhere: world.elsewhere };
        });
      },
      async note(notices) {
        if (world.isAway) throw new Error("away");
        const isNew = ({ id, threshold }: BudgetNotice): boolean => !world.noted.has(`${id} ${threshold}`);
        const first = notices.filter(isNew);
        for (const { id, threshold } of notices) world.noted.add(`${id} ${threshold}`);
        return first;
      },
      drained: async () => {},
    },
    now: () => world.now,
    log: world.log,
    onNotice: ({ id, threshold, spent }) => world.told.push(`${id} ${threshold} ${spent}`),
  });
  opened.push(keeper);
  return { world, keeper };
}

describe("budgets in use", () => {
  test("a budget is read once for all calls that wait for it, and then known", async () => {
    const { world, keeper } = open();
    world.spent.set(`t ${NOON}`, 7n);
    expect(keeper.account(team).isKnown).toBe(false);
    await Promise.all(Array.from({ length: 50 }, () => keeper.known([team])));
    expect([keeper.account(team).spent, world.readings]).toEqual([7n, 1]);
    await keeper.known([team]);
    expect(world.readings).toBe(1);
  });

  test("each reading of a budget shows what other nodes have spent", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.hold(5n);
    account.settle(5n, 4n);
    world.spent.set(`t ${NOON}`, 104n);
    await keeper.refresh();
    expect(account.spent).toBe(104n);
  });

  test("a budget reports each threshold once a window, and none that another node has reported", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    keeper.account(team).maximum = 10n;
    keeper.account(team).soft = 4n;
    const spend = async (nano: bigint): Promise<string[]> => {
      world.spent.set(`t ${NOON}`, nano);
      await keeper.refresh();
      await keeper.refresh();
      return world.told.splice(0);
    };
    expect(await spend(4n)).toEqual([]);
    world.isAway = true;
    expect(await spend(5n)).toEqual([]);
    world.isAway = false;
    expect(await spend(5n)).toEqual(["t soft 5", "t 50 5"]);
    world.noted.add("t 80");
    expect(await spend(11n)).toEqual(["t 100 11"]);
    world.noted.clear();
    world.now = NOON + HOUR;
    const next = keeper.account(team);
    world.spent.set(`t ${NOON + HOUR}`, 8n);
    await keeper.refresh();
    expect([next.maximum, world.told]).toEqual([10n, ["t soft 8", "t 50 8", "t 80 8"]]);
  });

  test("a budget starts again when its window ends, and a call of the old window is counted there", async () => {
    const { world, keeper } = open();
    world.spent.set(`t ${NOON}`, 7n);
    await keeper.known([team]);
    const old = keeper.account(team);
    old.hold(3n);
    world.now = NOON + HOUR - 1;
    await keeper.refresh();
    expect(keeper.account(team)).toBe(old);
    world.now = NOON + HOUR;
    const next = keeper.account(team);
    expect([next.isKnown, next.spent, next.held, next.window.end]).toEqual([true, 0n, 0n, NOON + 2 * HOUR]);
    old.settle(3n, 2n);
    expect([old.held, next.spent]).toEqual([0n, 0n]);
    world.spent.set(`t ${NOON + HOUR}`, 1n);
    await keeper.refresh();
    expect(next.spent).toBe(1n);
  });

  test("a budget that has not been read recently is read again before it is trusted, in a new window too", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    world.now = NOON + HOUR + 60_000;
    world.spent.set(`t ${NOON + HOUR}`, 9n);
    expect(keeper.account(team).isKnown).toBe(false);
    await keeper.known([team]);
    expect(keeper.account(team).spent).toBe(9n);
  });

  test("a clock that went into the next window and is set back leads back to the figures of the present one", async () => {
    const { world, keeper } = open();
    world.spent.set(`t ${NOON}`, 7n);
    await keeper.known([team]);
    world.now = NOON + HOUR + 1_000;
    await keeper.known([team]);
    expect(keeper.account(team).spent).toBe(0n);
    world.now = NOON + 1_000;
    expect(keeper.account(team).isKnown).toBe(false);
    await keeper.known([team]);
    expect([keeper.account(team).spent, keeper.account(team).window.start]).toEqual([7n, NOON]);
  });

  test("a budget continues with the known figures while the database is away, over the end of a window too, and reports that once", async () => {
    const { world, keeper } = open();
    world.spent.set(`t ${NOON}`, 7n);
    await keeper.known([team]);
    world.isAway = true;
    world.now = NOON + HOUR - 60_000;
    keeper.account(team);
    for (; world.now < NOON + HOUR + 3_000; world.now += 1_000) await keeper.refresh();
    expect([keeper.account(team).isKnown, keeper.account(team).spent]).toEqual([true, 0n]);
    expect(world.log.events).toEqual(["budgets.figures_stale"]);
    world.isAway = false;
    await keeper.refresh();
    expect(world.log.events).toEqual(["budgets.figures_stale", "budgets.figures_back"]);
  });

  test("a call waits only for the shares that other processes can give back", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.maximum = 100n;
    expect(account.lacks(10n)).toBe(10n);
    await keeper.cover(team, 10n, new WaitingRounds());
    expect([account.held, account.lacks(0n)]).toEqual([10n, 0n]);

    world.elsewhere = { held: 60n, idle: 30n, wanted: 0n };
    const covered = keeper.cover(team, 30n, new WaitingRounds());
    setTimeout(() => (world.elsewhere = { held: 60n, idle: 0n, wanted: 0n }), 150);
    expect([await covered, account.held]).toEqual([expect.anything(), 40n]);

    world.elsewhere = { held: 60n, idle: 0n, wanted: 0n };
    let exchanges = world.exchanges;
    expect(await keeper.cover(team, 30n, new WaitingRounds())).toBe(undefined);
    expect(world.exchanges).toBeGreaterThanOrEqual(exchanges + 16); // with its refresh
    // The next calls are refused at once, for a while.
    exchanges = world.exchanges;
    expect([await keeper.cover(team, 30n, new WaitingRounds()), world.exchanges]).toEqual([undefined, exchanges]);

    world.now += 1_000;
    world.spent.set(`t ${NOON}`, 60n);
    expect([await keeper.cover(team, 30n, new WaitingRounds()), world.exchanges]).toEqual([undefined, exchanges + 2]);
  });

  test("an exchange lets in at once and in order all waiting calls that it covers, however many wait near the limit", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.maximum = 50n;
    const { exchanges } = world;
    const covers = await Promise.all(Array.from({ length: 60 }, () => keeper.cover(team, 1n, new WaitingRounds())));
    expect(covers.map((cover) => cover !== undefined)).toEqual([
      ...Array<boolean>(50).fill(true),
      ...Array<boolean>(10).fill(false),
    ]);
    expect([account.held, world.exchanges - exchanges]).toEqual([50n, 2]);
    for (const cover of covers) cover?.release();
    expect(account.held).toBe(0n);
  });

  test("a budget keeps its share as long as there are calls, and then gives it back", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.maximum = 1_000n;
    (await keeper.cover(team, 1n, new WaitingRounds()))?.release();
    expect(account.lacks(17n)).toBe(0n);
    await keeper.refresh();
    const { exchanges } = world;
    for (let second = 0; second < 9; second++) {
      world.now += 1_000;
      await keeper.refresh();
    }
    expect([world.exchanges, account.lacks(16n)]).toEqual([exchanges, 0n]);
    world.now += 1_000;
    await keeper.refresh();
    expect(world.exchanges).toBe(exchanges + 1); // renewed
    world.now += 6_000;
    await keeper.refresh();
    expect([world.exchanges, account.lacks(1n), account.isIdle]).toEqual([exchanges + 2, 1n, true]);
    await keeper.refresh();
    expect(keeper.size).toBe(0);
  });

  test("a budget continues without shares while the database is away", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.maximum = 100n;
    world.isAway = true;
    (await keeper.cover(team, 30n, new WaitingRounds()))?.release();
    expect(account.lacks(30n)).toBe(0n);
    world.isAway = false;
    world.elsewhere = { held: 90n, idle: 0n, wanted: 0n };
    await keeper.refresh();
    expect(account.lacks(30n)).toBe(28n); // a quarter of what is left is taken ahead
  });

  test("no share is exchanged on figures that came too late", async () => {
    const { world, keeper } = open();
    await keeper.known([team]);
    const account = keeper.account(team);
    account.maximum = 100n;
    (await keeper.cover(team, 1n, new WaitingRounds()))?.release();
    const { exchanges } = world;
    world.now += 60_000; // what is not used any more would be given back
    keeper.close(); // no refresh but the one here
    let arrive = (): void => {};
    world.delay = new Promise((resolve) => (arrive = resolve));
    await keeper.refresh(); // gives up
    arrive();
    await new Promise(setImmediate);
    expect([world.exchanges, world.log.events]).toEqual([exchanges, ["budgets.figures_stale"]]);
  });

  test("a budget that was never read is unknown while the database is away, and the next calls do not wait for it", async () => {
    const { world, keeper } = open();
    world.isAway = true;
    await expect(keeper.known([team])).rejects.toThrow(BudgetUnknown);
    await expect(keeper.known([team])).rejects.toThrow(BudgetUnknown);
    expect(world.readings).toBe(1);
    world.isAway = false;
    world.now += 500;
    await keeper.known([team]);
    expect(keeper.account(team).isKnown).toBe(true);
  });

  test("a budget is forgotten when it has no calls any more, but never while a call is in flight or not booked", async () => {
    const { world, keeper } = open();
    const other = { ...team, id: "other" };
    await keeper.known([team, other]);
    keeper.account(team).hold(1n);
    world.now += 60_000;
    await keeper.refresh();
    expect(keeper.size).toBe(1);
    keeper.account(team).settle(1n, 1n);
    world.now += 60_000;
    await keeper.refresh();
    expect(keeper.size).toBe(1);
    await keeper.refresh();
    expect(keeper.size).toBe(0);
  });
});
