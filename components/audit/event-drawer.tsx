import { formatTime } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { actionName } from "@/components/sentences/action-names";
import { DifferenceView } from "@/components/shared/difference-view";
import { Id } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { RowDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { configContracts } from "@/lib/wire/contracts/config";
import { EventSubject } from "./event-subject";
import type { AuditEvent } from "@/lib/wire/contracts/audit";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const SettingsDifference = lazyPart(() =>
  import("@/components/access/settings-difference").then((module) => module.SettingsDifference),
);

/** By what somebody acted, in words. */
export const ACTOR_WORDS: Readonly<Record<string, string>> = {
  master_key: "the master key",
  key: "a virtual key",
  token: "a token",
  session: "a console session",
};

/** An audit event with everything that it holds. */
export function EventDrawer({ row, onClose }: { row: AuditEvent | undefined; onClose: () => void }) {
  return (
    <RowDialog row={row} onClose={onClose} place="right" title={({ action }) => actionName(action)}>
      {(event) => (
        <div className="space-y-4">
          <Facts
            rows={[
              ["Action", <Id key="action" id={event.action} label="Copy action" />],
              ["Who", event.acted_as ? `${event.actor}, as ${event.acted_as.replace("_", " ")}` : event.actor],
              ...credentialFacts(event),
              ["When", formatTime(event.at)],
              [
                "What",
                <span key="what">
                  {event.entity_type} <EventSubject event={event} />
                </span>,
              ],
            ]}
          />
          {event.entity_type === "config" ? (
            <SettingsEvent event={event} />
          ) : (
            <DifferenceView label="Before and after" before={event.before} after={event.after} />
          )}
        </div>
      )}
    </RowDialog>
  );
}

/** What the actor proved, which nobody can choose: a name in a token may be that of somebody else. */
function credentialFacts(event: AuditEvent): [string, string][] {
  const { actor_kind: kind, actor_issuer: issuer, actor_subject: subject, actor_key: key } = event;
  if (kind === null) return [];
  return [
    ["By", ACTOR_WORDS[kind] ?? kind],
    ...(issuer === null ? [] : [["Issuer", issuer] as [string, string]]),
    ...(subject === null ? [] : [["Subject", subject] as [string, string]]),
    ...(key === null ? [] : [["Key", key] as [string, string]]),
  ];
}

/** What a revision changed. It holds overrides, so what it left out is read from the settings. */
function SettingsEvent({ event }: { event: AuditEvent }) {
  const configuration = useRead(configContracts.get, {});
  if (configuration.isLoadingError)
    return <InlineError error={configuration.error} name="settings" retry={() => void configuration.refetch()} />;
  if (!configuration.data) return <Skeleton className="h-24 w-full" />;
  return (
    <SettingsDifference
      label="Before and after"
      before={event.before}
      after={event.after}
      configuration={configuration.data}
    />
  );
}
