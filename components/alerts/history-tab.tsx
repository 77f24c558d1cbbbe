"use client";
import { BellOff, BellRing, Search } from "lucide-react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { alertAddress } from "@/components/notifications/alert-address";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { ListBody } from "@/components/shared/lists/list-body";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { Ago, Moment } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Options, Select } from "@/components/ui/field";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { Link } from "@/components/ui/link";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState } from "@/components/ui/states";
import { QUIET_ACT } from "@/components/ui/table";
import type { AlertType } from "@/lib/alert";
import { alertHistoryContracts, type PastAlert } from "@/lib/wire/contracts/alerts/history";
import { ALERT_OPTIONS, alertName } from "./alert-words";
import { AlertDeliveries } from "./deliveries";
import type { SilencedThing } from "./silence-words";

const STATES = [
  { value: "", label: "All" },
  { value: "open", label: "Open" },
  { value: "over", label: "Over" },
] as const;
const TYPES = [{ value: "", label: "Every alert" }, ...ALERT_OPTIONS];

interface View {
  readonly state: string;
  readonly type: string;
  readonly page: string;
  readonly after: string;
}

/** The page of the history that the address asks for. */
export function useAlertHistory(view: View, change: (to: Partial<View>) => void, isShown: boolean) {
  const state = STATES.find(({ value }) => value === view.state)?.value ?? "";
  const type = TYPES.find(({ value }) => value === view.type)?.value ?? "";
  const page = useListPage(view, change, JSON.stringify([state, type]));
  const asked = {
    ...page.asked,
    size: PAGE_SIZE,
    ...(state !== "" && { state }),
    ...(type !== "" && { type: type as AlertType }),
  };
  const alerts = useRead(alertHistoryContracts.list, asked, { ...LIVE, enabled: isShown });
  return { state, type, page, alerts } as const;
}
export type AlertHistory = ReturnType<typeof useAlertHistory>;

/** The filters of the history, in the row of the tabs. */
export function HistoryFilters({
  history: { state, type, alerts },
  change,
}: {
  history: AlertHistory;
  change: (to: Partial<View>) => void;
}) {
  return (
    <>
      <Select
        aria-label="About"
        className="!w-auto"
        value={type}
        onChange={({ target }) => change({ type: target.value, ...FIRST_PAGE })}
      >
        <Options of={TYPES} />
      </Select>
      <Segmented
        label="Which alerts"
        options={STATES}
        value={state}
        onChange={(to) => change({ state: to, ...FIRST_PAGE })}
      />
      <Freshness query={alerts} />
    </>
  );
}

/** The alerts of the last 30 days, the latest first: what they were about, and what became of their messages. */
export function HistoryTab({
  history: { state, type, page, alerts },
  change,
  onSilence,
}: {
  history: AlertHistory;
  change: (to: Partial<View>) => void;
  onSilence: (about: SilencedThing) => void;
}) {
  return (
    <Card>
      <ListBody
        page={page}
        query={alerts}
        many="alerts"
        whenNone={
          state !== "" || type !== "" ? (
            <EmptyState
              icon={Search}
              title="No alert matches these filters"
              action={<Button onClick={() => change({ state: "", type: "", ...FIRST_PAGE })}>Clear filters</Button>}
            />
          ) : (
            <EmptyState icon={BellRing} title="No alerts yet">
              Nothing has needed attention in the last 30 days.
            </EmptyState>
          )
        }
      >
        {({ data }, dim) => (
          <KeepsFocus label="Rows">
            <AlertsTable alerts={data} dim={dim} onSilence={onSilence} />
          </KeepsFocus>
        )}
      </ListBody>
    </Card>
  );
}

function AlertsTable({
  alerts,
  dim,
  onSilence,
}: {
  alerts: readonly PastAlert[];
  dim: boolean;
  onSilence: (about: SilencedThing) => void;
}) {
  const columns: readonly Column<PastAlert>[] = [
    { head: "Alert", look: "align-top", cell: (alert) => <About alert={alert} /> },
    {
      head: "Opened",
      from: "sm",
      look: "align-top text-ink-soft",
      cell: ({ opened_at: at }) => <Moment iso={at} />,
    },
    { head: "Messages", from: "md", look: "align-top", cell: (alert) => <AlertDeliveries alert={alert} /> },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      look: "align-top",
      cell: ({ state, type, subject }) =>
        state === "open" && (
          <WriteButton
            variant="ghost"
            size="icon"
            className={QUIET_ACT}
            aria-label={`Silence ${alertName(type)}: ${subject}`}
            onClick={() => onSilence({ type, subject })}
          >
            <BellOff className="size-4" aria-hidden />
          </WriteButton>
        ),
    },
  ];
  return <DataTable label="Alerts" dim={dim} stays="head" columns={columns} rows={alerts} keyOf={({ id }) => id} />;
}

/** What an alert is about, with the way to its cause, and whether it is over. */
function About({ alert }: { alert: PastAlert }) {
  const { type, state, message, resolution, opened_at: opened, resolved_at: resolved } = alert;
  const address = alertAddress(alert);
  return (
    <div className="max-w-3xl min-w-56 space-y-1 whitespace-normal">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={state === "open" ? "bad" : "neutral"}>
          {state === "open" ? "Open" : state === "resolved" ? "Over" : "Superseded"}
        </Badge>
        <span className="font-medium">{alertName(type)}</span>
        {address !== undefined && (
          <Link href={address} prefetch={false} className="rounded text-meta text-accent-text hover:underline">
            Look at it
          </Link>
        )}
      </p>
      <p className="text-ink-soft wrap-anywhere">{message}</p>
      {resolution !== null && resolved !== null && (
        <p className="text-meta text-ink-faint wrap-anywhere">
          <Ago iso={resolved} />: {resolution}
        </p>
      )}
      <p className="text-meta text-ink-faint sm:hidden">
        Opened <Ago iso={opened} />
      </p>
      <div className="md:hidden">
        <AlertDeliveries alert={alert} />
      </div>
    </div>
  );
}
