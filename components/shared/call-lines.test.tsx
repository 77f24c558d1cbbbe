import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CallLog } from "@/lib/wire/spend";
import { CallLine, callPrices } from "./call-lines";

const call = {
  call_id: "call_1",
  status: "success",
  requested_model: "gpt-4o",
  started_at: "2026-11-27T23:00:00.000Z",
  spend: 0.01,
  price_state: "priced",
  key_id: null,
  user_id: "u-1",
  user_alias: "Priya Moreau",
  user_email: null,
  team_id: "t-1",
  team_alias: "Fraud agents",
} as unknown as CallLog;
const html = (one: CallLog, name: "model" | "caller"): string =>
  renderToStaticMarkup(<CallLine call={one} prices={callPrices([one])} name={name} />);

test("on the page of a model, a call says who made it, and not the page's own model", () => {
  expect(html(call, "caller")).toContain("Priya Moreau");
  expect(html(call, "caller")).not.toContain("gpt-4o");
  expect(html({ ...call, user_id: null }, "caller")).toContain("Fraud agents");
  expect(html({ ...call, user_id: null, team_id: null }, "caller")).toContain("the master key");
});

test("elsewhere it says the model", () => {
  expect(html(call, "model")).toContain("gpt-4o");
});
