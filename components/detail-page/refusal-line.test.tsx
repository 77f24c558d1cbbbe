import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { RefusalLine } from "./refusal-line";

const row = {
  code: "team_model_not_allowed",
  kind: "team",
  principal: "t-1",
  name: "Fraud agents",
  route: "/chat/completions",
  model: "gpt-4o",
  count: 4,
  first_at: "2026-11-27T22:00:00.000Z",
  last_at: "2026-11-27T23:00:00.000Z",
  examples: ["dec_1"],
} as unknown as RefusalsView;

test("on the page of a model, a group of refusals says who was refused, and not the page's own model", () => {
  const html = renderToStaticMarkup(<RefusalLine row={row} isOfModel />);
  expect(html).toContain("Fraud agents");
  expect(html).not.toContain("gpt-4o");
});

test("elsewhere it says what was asked for", () => {
  const html = renderToStaticMarkup(<RefusalLine row={row} isOfModel={false} />);
  expect(html).toContain("gpt-4o");
  expect(html).not.toContain("Fraud agents");
});
