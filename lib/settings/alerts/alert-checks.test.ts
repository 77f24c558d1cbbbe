import { expect, test } from "vitest";
import { generalSettings } from "@/lib/config/schema";
import { alertFaults } from "./alert-checks";

const SLACK = "https://hooks.slack.test/services/T0/B0/planted-secret";

test.each<[string, object, object, readonly string[]]>([
  ["nothing is configured", {}, {}, []],
  ["a channel and its address", { alerting: ["slack"] }, { slackWebhookUrl: SLACK }, []],
  ["a channel without its address", { alerting: ["slack", "webhook"] }, { slackWebhookUrl: SLACK }, ["C154"]],
  [
    "an address without its channel",
    { alerting: ["webhook"] },
    { slackWebhookUrl: SLACK, webhookUrl: "https://a.test/" },
    ["C155"],
  ],
  ["types without a channel", { alert_types: ["journal"] }, {}, ["C049"]],
  [
    "an address with a password",
    { alerting: ["webhook"] },
    { webhookUrl: "https://user:planted-secret@a.test/" },
    ["C156"],
  ],
  [
    "an address of metadata",
    { alerting: ["webhook"] },
    { webhookUrl: "http://169.254.169.254/planted-secret" },
    ["C038"],
  ],
  [
    "plain http to a host that is not local",
    { alerting: ["webhook"] },
    { webhookUrl: "http://a.test/planted-secret" },
    ["C039"],
  ],
  ["plain http to this machine", { alerting: ["webhook"] }, { webhookUrl: "http://127.0.0.1:9/" }, []],
  ["no address at all", { alerting: ["webhook"] }, { webhookUrl: "planted-secret" }, ["C017"]],
])("%s is found as it should be, without repeating an address", (_title, general, addresses, numbers) => {
  const faults = alertFaults(
    generalSettings.parse(general),
    { slackWebhookUrl: undefined, webhookUrl: undefined, ...addresses },
    (name) => ({ path: ["environment_variables", name], at: "value" }),
  );
  expect(faults.map(({ number }) => number)).toEqual(numbers);
  expect(JSON.stringify(faults)).not.toContain("planted-secret");
});
