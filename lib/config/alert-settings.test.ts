import { expect, test } from "vitest";
import { parseConfig } from "@/lib/settings/parse";
import { readEnvironment } from "@/lib/config/io/environment";
import { alertTypes } from "./alert-settings";

test("all types of alerts are sent unless some are named, by their own names or LiteLLM's", () => {
  expect(alertTypes(undefined).size).toBe(9);
  expect([...alertTypes(["budget_alerts", "journal"])]).toEqual(["max_budget", "soft_budget", "journal"]);
  expect([...alertTypes([])]).toEqual([]);
});

test("an unknown type of alert is an error that names the nearest one", () => {
  const { findings } = parseConfig("general_settings:\n  alert_types: [deployments_down]\n", "config.yaml", {
    environment: readEnvironment({}),
    isKnownProvider: () => true,
    isPriced: undefined,
    routes: undefined,
  });
  const [finding] = findings.filter(({ number }) => number === "C014");
  expect(finding).toMatchObject({ severity: "error", line: 2, fix: "write deployment_down" });
});
