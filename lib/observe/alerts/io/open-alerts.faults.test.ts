import { describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { writeTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import { ALERT_SECRET, passedBudget, useAlertFixture } from "@/testing/alerts/alert-fixture";
import { moment } from "../moment";
import { createProcessSignals } from "./process-signals";

const NANO = 1_000_000_000n;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const fixture = useAlertFixture();

describe("an alert", () => {
  test("an alert arrives once at each channel although two nodes decide at the same time, signed as Standard Webhooks says", async () => {
    await fixture.team("t1", 10);
    const nodes = [
      fixture.open({ channels: ["webhook", "slack"] }),
      fixture.open({ channels: ["webhook", "slack"], process: "n2" }),
    ];
    await fixture.pass(passedBudget("50"), passedBudget("80"));
    for (let round = 0; round < 3; round++) await Promise.all(nodes.map((node) => node.tick()));
    expect(fixture.receiver.received).toHaveLength(2);
    const webhook = fixture.receiver.received.find(({ headers }) => headers["webhook-id"])!;
    fixture.now = Date.now();
    expect(new Webhook(ALERT_SECRET).verify(webhook.text, webhook.headers)).toMatchObject({
      type: "max_budget",
      state: "open",
      event: "threshold_crossed",
      event_group: "team",
      threshold: 80,
      spend: 9,
      max_budget: 10,
      team_id: "t1",
      team_alias: "Team t1",
      key_alias: null,
      alert_id: webhook.headers["webhook-id"],
      subject: "team t1",
    });
    const slack = fixture.receiver.received.find(({ headers }) => !headers["webhook-id"])!;
    expect(JSON.parse(slack.text).text).toBe(
      "Budget of team Team t1 (t1): $9.00 of $10.00 is spent: 80% or more. It does not reset.",
    );
  });

  test("an alert is resolved once its budget is raised, under an id of its own", async () => {
    await fixture.team("t1", 10);
    const node = fixture.open();
    await fixture.pass(passedBudget("80"));
    await node.tick();
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(1);
    await fixture.team("t1", 100);
    fixture.now += 5 * MINUTE;
    await node.tick();
    const [first, second] = fixture.receiver.received;
    expect(second!.headers["webhook-id"]).toBe(`${first!.headers["webhook-id"]}_resolved`);
    expect(fixture.bodies()[1]).toMatchObject({
      state: "resolved",
      event: "max_budget_resolved",
      alert_id: fixture.bodies()[0]!["alert_id"],
    });
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(2);
  });

  test("an alert of a higher threshold supersedes that of a lower one", async () => {
    await fixture.team("t1", 10);
    const node = fixture.open();
    await fixture.pass(passedBudget("50"));
    await node.tick();
    await fixture.pass(passedBudget("100", "t1", { spent: 10n * NANO }));
    await node.tick();
    expect(fixture.bodies().map(({ event, threshold }) => [event, threshold])).toEqual([
      ["threshold_crossed", 50],
      ["budget_crossed", 100],
    ]);
    const alerts = await fixture.services.database.prisma.alert.findMany({ orderBy: { level: "asc" } });
    expect(alerts.map(({ state }) => state)).toEqual(["superseded", "open"]);
  });

  test("an alert of a deployment that is down over all nodes is resolved by its first success", async () => {
    const node = fixture.open();
    const { database } = fixture.services;
    const minute = Math.floor(fixture.now / 60_000) * 60_000;
    const row = (outcome: "failed" | "served", firstAt: number, lastAt: number, count = 2) =>
      ({ minute, deployment: "d1", outcome, count, latency: [], firstAt, lastAt }) as const;
    await writeTrafficMinutes(database, "n1", [row("failed", fixture.now - 70 * SECOND, fixture.now - 9 * SECOND)]);
    await node.tick();
    expect(fixture.receiver.received).toEqual([]);
    await writeTrafficMinutes(database, "n2", [row("failed", fixture.now - 20 * SECOND, fixture.now - 9 * SECOND)]);
    await node.tick();
    expect(fixture.bodies()).toMatchObject([{ type: "deployment_down", deployment: "d1", failures: 4 }]);
    await writeTrafficMinutes(database, "n2", [row("served", fixture.now + SECOND, fixture.now + SECOND)]);
    fixture.now += 5 * MINUTE;
    await node.tick();
    expect(fixture.bodies()[1]).toMatchObject({ event: "deployment_down_resolved" });
  });

  test("an alert of a journal that cannot be written and of unpriced calls comes from what processes say", async () => {
    const signals = createProcessSignals(() => fixture.now);
    const node = fixture.open({ signals });
    signals.observer.happened?.({ kind: "journal", writable: false, fault: "ENOSPC" });
    signals.observer.callSettled?.({
      call: undefined,
      record: { status: "success", priceState: "unpriced", deployment: "d1", provider: "local", model: "m" },
    } as never);
    await node.tick();
    expect(
      fixture
        .bodies()
        .map(({ type, subject }) => [type, subject])
        .sort(),
    ).toEqual([
      ["journal", "n1"],
      ["unpriced", "d1"],
    ]);
    signals.observer.happened?.({ kind: "journal", writable: true, path: "/j" });
    fixture.now += 5 * MINUTE;
    await node.tick();
    expect(fixture.bodies().at(-1)).toMatchObject({ event: "journal_resolved" });
  });

  test("an alert whose cause comes and goes every five seconds makes three messages in six minutes, not 72", async () => {
    const signals = createProcessSignals(() => fixture.now);
    const node = fixture.open({ signals });
    for (let second = 0; second < 360; second += 5) {
      const isBroken = second % 10 === 0;
      signals.observer.happened?.(
        isBroken
          ? { kind: "journal", writable: false, fault: "ENOSPC" }
          : { kind: "journal", writable: true, path: "/j" },
      );
      await node.tick();
      fixture.now += 5 * SECOND;
    }
    expect(fixture.bodies().map(({ event }) => event)).toEqual(["journal", "journal_resolved", "journal"]);
  });

  test("an alert says moments by the database's clock, also those of a node whose clock is an hour ahead", async () => {
    const signals = createProcessSignals(() => fixture.now + HOUR);
    signals.observer.callSettled?.({
      call: undefined,
      record: { status: "success", priceState: "unpriced", deployment: "d1", provider: "local", model: "m" },
    } as never);
    await fixture.open({ signals, nodeClock: () => fixture.now + HOUR }).tick();
    expect(fixture.bodies()).toMatchObject([{ last_call: moment(fixture.now) }]);
  });

  test("an alert of surging refusals opens once", async () => {
    const node = fixture.open();
    const minute = Math.floor(fixture.now / 60_000) * 60_000;
    const row = { deployment: "", outcome: "refused", latency: [], firstAt: fixture.now, lastAt: fixture.now } as const;
    await writeTrafficMinutes(fixture.services.database, "n1", [
      { ...row, minute, count: 60 },
      { ...row, minute: minute - 90 * 60_000, count: 6 },
    ]);
    await node.tick();
    await node.tick();
    expect(fixture.bodies()).toMatchObject([{ type: "refusals", refusals: 60, refusals_before: 6 }]);
  });

  test("an alert stays open while a node whose clock is an hour ahead takes turns with others", async () => {
    const nodes = [fixture.open(), fixture.open({ process: "n2", nodeClock: () => fixture.now + HOUR })];
    const minute = Math.floor(fixture.now / 60_000) * 60_000;
    const refused = {
      deployment: "",
      outcome: "refused",
      latency: [],
      firstAt: fixture.now,
      lastAt: fixture.now,
    } as const;
    const row = { ...refused, minute, count: 60 };
    await writeTrafficMinutes(fixture.services.database, "n1", [row]);
    for (let round = 0; round < 6; round++) {
      fixture.now += 5 * SECOND;
      await nodes[round % 2]!.tick();
    }
    expect(fixture.bodies()).toMatchObject([{ type: "refusals", state: "open" }]);
  });

  test("an alert keeps its type although a wrong clock has dated messages into the future", async () => {
    await fixture.services.database.pool.query(
      `INSERT INTO alert_deliveries (message_id, channel, message, state, created_at, next_at, ended_at)
       SELECT 'ahead_' || n, 'webhook', '{"kind": "alert"}', 'delivered', $1, $1, $1 FROM generate_series(1, 74) AS n`,
      [new Date(fixture.now + HOUR)],
    );
    await fixture.team("t1", 10);
    await fixture.pass(passedBudget("80"));
    await fixture.open().tick();
    expect(fixture.bodies()).toMatchObject([{ type: "max_budget" }]);
  });

  test("an alert is not made of what passed long before alerts were turned on", async () => {
    await fixture.team("t1", 10);
    await fixture.pass(passedBudget("80"));
    fixture.now += 2 * HOUR;
    await fixture.open().tick();
    expect(fixture.receiver.received).toEqual([]);
  });
});

test("a database that fails is reported once, and alerts go on when it is back", async () => {
  const { pool } = fixture.services.database;
  const node = fixture.open();
  await pool.query("ALTER TABLE alerts RENAME TO elsewhere");
  await node.tick();
  await node.tick();
  expect(fixture.logged.map(([event]) => event)).toEqual(["alerts.not_decided"]);
  await pool.query("ALTER TABLE elsewhere RENAME TO alerts");
  await fixture.team("t1", 10);
  await fixture.pass(passedBudget("80"));
  await node.tick();
  expect(fixture.receiver.received).toHaveLength(1);
});
