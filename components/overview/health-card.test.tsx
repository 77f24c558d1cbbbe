import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HealthCard } from "./health-card";
import type { ReadFaults } from "./read-faults";
import type { OverviewReads } from "./use-overview-reads";

test("a part whose state is not known yet has a name for its link", () => {
  const nothing = { data: undefined, isLoadingError: false };
  const reads = new Proxy({}, { get: (_, name) => (name === "byId" ? undefined : nothing) }) as OverviewReads;
  const html = renderToStaticMarkup(
    <HealthCard reads={reads} faults={{ isAllKnown: true } as ReadFaults} retry={() => {}} />,
  );
  const links = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, inner = ""]) =>
    inner.replace(/<span aria-hidden[^>]*>[^<]*<\/span>/, "").replace(/<[^>]*>/g, ""),
  );
  expect(links).toEqual([
    "Traffic: loading",
    "Deployments: loading",
    "Identity providers: loading",
    "Spend journal: loading",
    "Nodes: loading",
    "Budgets: loading",
  ]);
});
