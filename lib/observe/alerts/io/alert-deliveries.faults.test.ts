import { describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { takeDueDeliveries } from "@/lib/store/alerts/deliveries";
import { webhookSecret } from "@/lib/store/alerts/webhook-secret";
import { startAlertReceiver } from "@/testing/alerts/alert-receiver";
import { ALERT_SECRET, passedBudget, useAlertFixture } from "@/testing/alerts/alert-fixture";
import type { Alerts } from "./open-alerts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const fixture = useAlertFixture();

describe("a delivery", () => {
  async function failOnce(timeoutMs?: number): Promise<Alerts> {
    await fixture.team("t1", 10);
    const node = fixture.open({ timeoutMs });
    await fixture.pass(passedBudget("80"));
    await node.tick();
    return node;
  }

  test.each([
    ["answers 500", "webhook waiting 1 the receiver answered 500"],
    ["redirects", "webhook waiting 1 the receiver answered 302, a redirect, which is not followed"],
    ["hangs", "webhook waiting 1 no answer within 0.3 s"],
    ["dies in the middle of its answer", "webhook waiting 1 "],
  ])(
    "to a receiver that %s is repeated, also after a restart, with the same id and the same body",
    async (how, state) => {
      fixture.receiver.script = (response) => {
        if (how === "answers 500") response.writeHead(500).end("planted-path-secret");
        else if (how === "redirects") response.writeHead(302, { location: `${fixture.receiver.url}/elsewhere` }).end();
        else if (how !== "hangs") {
          response.writeHead(200, { "content-length": "100" }).write("half");
          setTimeout(() => response.destroy(), 10);
        }
      };
      const node = await failOnce(how === "hangs" ? 300 : undefined);
      expect((await fixture.deliveries())[0]).toContain(state);
      await node.close();
      fixture.receiver.script = (response) => void response.writeHead(204).end();
      fixture.now += 9 * SECOND;
      await fixture.open({ process: "n2" }).tick();
      expect(fixture.receiver.received).toHaveLength(1);
      fixture.now += 2 * SECOND;
      await fixture.open({ process: "n3" }).tick();
      const [first, second] = fixture.receiver.received;
      expect([second!.headers["webhook-id"], second!.text]).toEqual([first!.headers["webhook-id"], first!.text]);
      expect(second!.path).toBe("/hooks/planted-path-secret");
      expect((await fixture.deliveries())[0]).toContain("webhook delivered 2");
      expect(JSON.stringify([fixture.logged, await fixture.deliveries()])).not.toContain("planted");
      expect(fixture.logged.map(([event]) => event)).toEqual(["alerts.not_delivered"]);
    },
  );

  test("a delivery to a receiver that is away arrives once it is back", async () => {
    const { port } = fixture.receiver;
    await fixture.receiver.stop();
    const node = await failOnce();
    expect((await fixture.deliveries())[0]).toMatch(/^webhook waiting 1 .*ECONNREFUSED/);
    fixture.receiver = await startAlertReceiver(port);
    fixture.now += 11 * SECOND;
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(1);
  });

  test("a delivery waits as long as the receiver asks for", async () => {
    fixture.receiver.script = (response) => void response.writeHead(429, { "retry-after": "60" }).end();
    const node = await failOnce();
    fixture.now += 59 * SECOND;
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(1);
    fixture.now += 2 * SECOND;
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(2);
  });

  test("a delivery that nobody accepts for 24 hours is given up, which the log and the status say", async () => {
    fixture.receiver.script = (response) => void response.writeHead(500).end();
    const node = await failOnce();
    for (let index = 0; index < 60 && !(await fixture.deliveries())[0]!.includes("given_up"); index++) {
      fixture.now += HOUR / 2;
      await node.tick();
    }
    expect(await fixture.deliveries()).toEqual([
      expect.stringMatching(/^webhook given_up \d+ the receiver answered 500$/),
    ]);
    expect(fixture.logged.at(-1)![0]).toBe("alerts.given_up");
    const count = fixture.receiver.received.length;
    fixture.now += HOUR;
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(count);
  });

  test("a delivery of a process that died in the middle of it is made by another one", async () => {
    await fixture.team("t1", 10);
    const node = fixture.open();
    fixture.receiver.script = (response) => void response.writeHead(503).end();
    await fixture.pass(passedBudget("80"));
    await node.tick();
    fixture.now += 11 * SECOND;
    fixture.receiver.script = (response) => void response.writeHead(200).end();
    const { database } = fixture.services;
    const taken = { channels: ["webhook"] as const, now: fixture.now, leaseMs: 30 * SECOND, limit: 5 };
    expect(await takeDueDeliveries(database, taken)).toHaveLength(1);
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(1);
    fixture.now += 31 * SECOND;
    await node.tick();
    expect(fixture.receiver.received).toHaveLength(2);
  });

  test("a delivery to an address of cloud metadata is refused", async () => {
    await fixture.team("t1", 10);
    const node = fixture.open({ environment: { webhookUrl: "http://169.254.169.254/latest" } });
    await fixture.pass(passedBudget("80"));
    await node.tick();
    expect((await fixture.deliveries())[0]).toContain("link-local or serves cloud metadata");
  });

  test("a delivery is signed with the generated secret where none is set, the same at every node", async () => {
    await fixture.team("t1", 10);
    const { database, secrets } = fixture.services;
    const nodes = [1, 2].map(() => fixture.open({ environment: { webhookSecret: undefined } }));
    await fixture.pass(passedBudget("80"), passedBudget("80", "t2"));
    await fixture.team("t2", 10);
    await Promise.all(nodes.map((node) => node.tick()));
    const stored = await webhookSecret(database, secrets);
    if (!("secret" in stored)) throw new Error("no secret");
    for (const { text, headers } of fixture.receiver.received) new Webhook(stored.secret).verify(text, headers);
    expect(fixture.receiver.received).toHaveLength(2);
  });

  test("a delivery is signed with each secret while WEBHOOK_SECRET changes, so that a receiver may verify with either", async () => {
    await fixture.team("t1", 10);
    const coming = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const node = fixture.open({ environment: { previousWebhookSecrets: [coming] } });
    await fixture.pass(passedBudget("80"));
    await node.tick();
    const [post] = fixture.receiver.received;
    for (const secret of [ALERT_SECRET, coming]) new Webhook(secret).verify(post!.text, post!.headers);
    const foreign = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
    expect(() => new Webhook(foreign).verify(post!.text, post!.headers)).toThrow();
  });

  test("a delivery of a hundred alerts at once is ten messages and a summary, and none is lost", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `t${index}`);
    for (const id of ids) await fixture.team(id, 10);
    const node = fixture.open({ channels: ["slack"] });
    await fixture.pass(...ids.map((id) => passedBudget("80", id)));
    for (let round = 0; round < 3; round++) await node.tick();
    const texts = fixture.bodies().map(({ text }) => String(text));
    expect(texts).toHaveLength(11);
    expect(texts.filter((text) => /^90 more alerts at once:[^]*and 80 more$/.test(text))).toHaveLength(1);
    const open_ = await fixture.services.database.prisma.alert.count({ where: { state: "open" } });
    expect(open_).toBe(100);
  });

  test("a delivery does not happen while alerting names no channel", async () => {
    await fixture.team("t1", 10);
    await fixture.pass(passedBudget("80"));
    await fixture.open({ channels: [] }).tick();
    expect(await fixture.deliveries()).toEqual([]);
  });
});
