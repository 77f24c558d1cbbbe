import { describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import type { AlertMessage, SummarizedAlert } from "@/lib/alert";
import { isWebhookSecret } from "@/lib/config/webhook-secret-format";
import { webhookHeaders } from "@/lib/http/webhook-signature";
import { paceMessages } from "./pace-messages";
import { GIVEN_UP_AFTER_MS, messageRetryPause } from "./message-retry-pause";
import { slackBody } from "./slack-body";
import { webhookBody } from "./webhook-body";

const AT = Date.UTC(2026, 10, 22, 12);
const message = (more: Partial<Extract<AlertMessage, { kind: "alert" }>> = {}) =>
  ({
    kind: "alert",
    state: "open",
    alertId: "alert_1",
    type: "max_budget",
    subject: "team t1",
    at: AT,
    message: "Budget of team t1: all of it.",
    facts: { threshold: 100, spend: 10 },
    ...more,
  }) satisfies AlertMessage;
const summarized = (index: number): SummarizedAlert => ({
  alertId: `alert_${index}`,
  type: "max_budget",
  state: "open",
  subject: `team t${index}`,
  message: `Budget of team t${index}.`,
});

describe("the body of a webhook", () => {
  test.each([
    [message(), "budget_crossed"],
    [message({ facts: { threshold: 80 } }), "threshold_crossed"],
    [message({ type: "soft_budget", facts: { threshold: null } }), "soft_budget_crossed"],
    [message({ type: "deployment_down" }), "deployment_down"],
    [message({ type: "deployment_down", state: "resolved" }), "deployment_down_resolved"],
  ])("%o has LiteLLM's event, or the type of the alert: %s", (one, event) => {
    expect(JSON.parse(webhookBody(one))).toMatchObject({ event, event_message: one.message, ...one.facts });
  });
});

describe("the signature of a webhook", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const other = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;

  test("a receiver with the library of Standard Webhooks accepts it, with either of two secrets", () => {
    const body = webhookBody(message());
    const headers = webhookHeaders({ id: "alert_1", at: Date.now(), body }, [secret, other]);
    for (const known of [secret, other])
      expect(new Webhook(known).verify(body, headers)).toMatchObject({ event: "budget_crossed" });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
    expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "alert_2" })).toThrow();
  });

  test.each([
    [secret, true],
    [other, true],
    [`whsec_${Buffer.alloc(64).toString("base64")}`, true],
    [`whsec_${Buffer.alloc(65).toString("base64")}`, false],
    [`whsec_${Buffer.alloc(23).toString("base64")}`, false],
    ["whsec_", false],
    [secret.slice(6), false],
    [`${secret}!`, false],
    [`whsec_${Buffer.alloc(32, 255).toString("base64url")}`, false],
  ])("%s is a secret: %s", (text, isSecret) => {
    expect(isWebhookSecret(text)).toBe(isSecret);
  });
});

describe("a message to Slack", () => {
  test("names in a message to Slack cannot become links, mentions or entities", () => {
    const text = "Budget of team <https://evil.test|click> <!channel> & co";
    const body = JSON.parse(slackBody(message({ message: text })));
    const escaped = "Budget of team &lt;https://evil.test|click&gt; &lt;!channel&gt; &amp; co";
    expect(body).toMatchObject({ text: escaped, mrkdwn: false, parse: "none", link_names: false, unfurl_links: false });
    expect(body.blocks[0].text).toEqual({ type: "mrkdwn", text: escaped, verbatim: true });
  });

  test("a resolution in Slack says so, and a long text is cut where Slack would refuse it", () => {
    expect(JSON.parse(slackBody(message({ state: "resolved" }))).text).toMatch(/^Resolved: /);
    expect(JSON.parse(slackBody(message({ message: "x".repeat(9_000) }))).text.length).toBeLessThan(3_000);
    for (const sign of ["&", "<", ">"]) {
      const { text } = JSON.parse(slackBody(message({ message: sign.repeat(2_900) })));
      expect(text.length).toBeLessThan(3_000);
      expect(text).toMatch(/^(&(amp|lt|gt);)+…$/);
    }
  });

  test("a summary in Slack names the first alerts and counts the others", () => {
    const alerts = Array.from({ length: 103 }, (_, index) => summarized(index));
    const { text } = JSON.parse(slackBody({ kind: "summary", alerts, at: AT }));
    expect(text).toMatch(/^103 more alerts at once:/);
    expect(text).toContain("• Budget of team t9.");
    expect(text).not.toContain("t10.");
    expect(text).toMatch(/and 93 more$/);
    expect(JSON.parse(webhookBody({ kind: "summary", alerts, at: AT })).alerts).toHaveLength(103);
    const one = slackBody({ kind: "summary", alerts: alerts.slice(0, 1), at: AT });
    expect(JSON.parse(one).text).toMatch(/^1 more alert at once:/);
  });
});

describe("many messages at once", () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    message({ alertId: `alert_${index}`, state: index % 2 === 0 ? "resolved" : "open" }),
  );

  test("messages are sent one by one while there is room in the minute", () => {
    expect(paceMessages(many, 0, 100)).toEqual({ single: many, summarized: [] });
  });

  test("messages beyond the room of a minute go into a summary, openings first, and none is lost", () => {
    const { single, summarized: rest } = paceMessages(many, 3, 10);
    expect(single.map(({ state }) => state)).toEqual(new Array(7).fill("open"));
    expect(new Set([...single, ...rest].map(({ alertId }) => alertId)).size).toBe(100);
  });

  test("a minute that is full leaves room for a summary alone", () => {
    expect(paceMessages(many, 12, 10).single).toEqual([]);
  });
});

describe("the pause after a failed attempt", () => {
  test("the pause after a failed attempt grows from 10 seconds to 2 hours, and ends after 24 hours", () => {
    const pauses: number[] = [];
    let age = 0;
    for (let attempts = 1; ; attempts++) {
      const pause = messageRetryPause(attempts, age);
      if (pause === undefined) break;
      pauses.push(pause / 1_000);
      age += pause;
    }
    expect(pauses.slice(0, 11)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 7_200]);
    expect(new Set(pauses.slice(10))).toEqual(new Set([7_200]));
    expect(age).toBeGreaterThan(GIVEN_UP_AFTER_MS - 7_200_000);
  });

  test("the pause after a failed attempt is as long as the receiver asks for, within two hours", () => {
    expect(messageRetryPause(1, 0, 30_000)).toBe(30_000);
    expect(messageRetryPause(3, 0, 1_000)).toBe(40_000);
    expect(messageRetryPause(1, 0, 1e12)).toBe(7_200_000);
  });
});
