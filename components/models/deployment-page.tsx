"use client";
import { Server } from "lucide-react";
import { useRead } from "@/components/api/use-read";
import { metricNamed } from "@/components/charts/series-metrics";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { PAGE_TIME, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import { EntityLink } from "@/components/shared/entity-link";
import { useAddress } from "@/components/shared/use-address";
import { useLastHour } from "@/components/shared/use-last-hour";
import { modelContracts } from "@/lib/wire/contracts/models";
import type { ModelView } from "@/lib/wire/model";
import { DeploymentChart } from "./deployment/deployment-chart";
import { DeploymentCooldowns } from "./deployment/deployment-cooldowns";
import { DeploymentTraffic } from "./deployment/deployment-traffic";
import { EntryStatus } from "./entries-table";
import { EntryDetail } from "./entry-drawer";
import { notesOf } from "./entry-notes";
import { RotationButton } from "./rotation/rotation-button";

const WORDS = { one: "deployment", many: "models", list: "/console/models", icon: Server };

interface Shown {
  readonly entry: ModelView;
  readonly entries: readonly ModelView[];
  readonly notes: ReturnType<ReturnType<typeof notesOf>["get"]>;
}

/** What the address of the page holds: the deployment, the tab, what the chart shows, and the time. */
const USUAL_ADDRESS = { id: "", tab: "", chart: "", ...PAGE_TIME };

/** The page of one deployment: an entry of the model list, by its id. */
export function DeploymentPage() {
  const id = useIdParameter();
  const [view, change] = useAddress(USUAL_ADDRESS);
  const time = usePageTime(view);
  const query = useRead(
    modelContracts.info,
    {},
    {
      enabled: id !== "",
      refetchInterval: 15_000,
      select: (list) => {
        const entry = list.data.find((one) => one.id === id);
        return entry ? { entry, entries: list.data, notes: notesOf(list).get(id) } : null;
      },
    },
  );
  const { byId: recent } = useLastHour();
  return (
    <DetailPage<Shown>
      words={WORDS}
      id={id}
      query={query}
      name={({ entry }) => entry.upstream_model}
      status={({ entry, notes }) => (
        <>
          <EntryStatus entry={entry} notes={notes} recent={recent} />
          <span className="text-ink-soft">
            Serves <EntityLink kind="model" id={entry.model_name} className="font-mono text-meta" />
          </span>
        </>
      )}
      actions={({ entry, entries }) => <RotationButton entry={entry} entries={entries} />}
      time={<PageTimeBar view={view} time={time} onChange={change} />}
      tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
      tabs={[
        {
          name: "",
          label: "Overview",
          isTimed: true,
          main: ({ entry }) => (
            <>
              <DeploymentChart
                id={id}
                time={time}
                metric={metricNamed(view.chart)}
                onMetric={(chart) => change({ chart })}
              />
              <CallsSection
                of={{ deployment: id }}
                empty="No call has reached this deployment yet."
                // Calls by a pattern ask for different models.
                name={entry.model_name.includes("*") ? "model" : "caller"}
              />
            </>
          ),
          side: ({ entry, notes }) => <EntryDetail entry={entry} notes={notes} recent={recent} />,
        },
        {
          name: "attempts",
          label: "Attempts",
          main: () => (
            <>
              <DeploymentTraffic id={id} />
              <DeploymentCooldowns id={id} />
            </>
          ),
        },
        { name: "changes", label: "Changes", main: () => <AuditSection type="model" id={id} /> },
      ]}
    />
  );
}
