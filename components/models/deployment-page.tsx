"use client";
import { Server } from "lucide-react";
import { useRead } from "@/components/api/use-read";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import { EntityLink } from "@/components/shared/entity-link";
import { useLastHour } from "@/components/shared/use-last-hour";
import { modelContracts } from "@/lib/wire/contracts/models";
import type { ModelView } from "@/lib/wire/model";
import { DeploymentCooldowns } from "./deployment/deployment-cooldowns";
import { DeploymentTraffic } from "./deployment/deployment-traffic";
import { EntryStatus } from "./entries-table";
import { EntryDetail } from "./entry-drawer";
import { notesOf } from "./entry-notes";

const WORDS = { one: "deployment", many: "models", list: "/console/models", icon: Server };

/** The page of one deployment: an entry of the model list, by its id. */
export function DeploymentPage() {
  const id = useIdParameter();
  const query = useRead(
    modelContracts.info,
    {},
    {
      enabled: id !== "",
      refetchInterval: 15_000,
      select: (list) => {
        const entry = list.data.find((one) => one.id === id);
        return entry ? { entry, notes: notesOf(list).get(id) } : null;
      },
    },
  );
  const { byId: recent } = useLastHour();
  return (
    <DetailPage<{ readonly entry: ModelView; readonly notes: ReturnType<ReturnType<typeof notesOf>["get"]> }>
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
      main={() => (
        <>
          <DeploymentTraffic id={id} />
          <CallsSection of={{ deployment: id }} empty="No call has reached this deployment yet." />
          <DeploymentCooldowns id={id} />
        </>
      )}
      side={({ entry, notes }) => (
        <>
          <EntryDetail entry={entry} notes={notes} recent={recent} />
          <AuditSection type="model" id={id} />
        </>
      )}
    />
  );
}
