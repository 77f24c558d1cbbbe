"use client";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { SettingsDifference } from "@/components/access/settings-difference";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { configContracts } from "@/lib/wire/contracts/config";
import type { OutputOf } from "@/components/api/client";
import { FileClock, Search } from "lucide-react";
import { formatTime } from "@/components/api/format";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { KINDS } from "@/components/entities/kinds";
import { PageHeader } from "@/components/shell/page-header";
import { useAddress } from "@/components/shared/use-address";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { Freshness } from "@/components/shared/lists/freshness";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { DifferenceView } from "@/components/shared/difference-view";
import { hasPage } from "@/components/shared/entity-address";
import { EntityLink } from "@/components/shared/entity-link";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { useDebounced } from "@/components/shared/use-debounced";
import { capitalised } from "@/components/shared/wording";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RowDialog } from "@/components/ui/dialog";
import { Options, Select } from "@/components/ui/field";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, InlineError } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import { subjectName } from "./subject-name";
import { PlainButton } from "@/components/ui/plain-button";

type AuditEvent = OutputOf<typeof auditContracts.logs>["data"][number];

/** The address of the page: the filters, the page, and the event that is open. */
const NO_FILTER = { entity_type: "", entity_id: "", actor: "", ...FIRST_PAGE };
const USUAL_AUDIT = { ...NO_FILTER, event: "" };
const EVENT_ID = /^\d{1,18}$/;
/** What events are about: the API's `entity_type`, and the words for it. */
const SUBJECTS = [
  ...Object.values(KINDS).map(({ type, many }) => ({ value: type, label: capitalised(many) })),
  { value: "key", label: "Keys" },
  { value: "model", label: "Models" },
  { value: "price", label: "Prices" },
  { value: "config", label: "Access settings" },
  { value: "session", label: "Sessions" },
];

export function AuditPage() {
  const [view, change] = useAddress(USUAL_AUDIT);
  const { entity_type, entity_id, actor } = useDebounced(view);
  const settled = { entity_type, entity_id, actor };
  const page = useListPage(view, (to) => change({ ...to, event: "" }), JSON.stringify(settled));
  const events = useRead(auditContracts.logs, { ...page.asked, size: PAGE_SIZE, ...settled }, LIVE);
  const filtered = Object.values(settled).some((value) => value !== "");
  const listed = events.data?.data.find(({ id }) => String(id) === view.event);
  // The event that a link names may have moved to another page.
  const isAsked = EVENT_ID.test(view.event) && events.data !== undefined && listed === undefined;
  const alone = useRead(auditContracts.logs, { id: view.event, page: 1, size: 1 }, { enabled: isAsked });
  const opened = listed ?? (isAsked ? alone.data?.data[0] : undefined);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change made through the API or this console: who made it, what changed, before and after."
      />
      <Card>
        <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-5">
          <Select
            aria-label="Kind"
            value={view.entity_type}
            onChange={(event) => change({ entity_type: event.target.value, ...FIRST_PAGE })}
          >
            <option value="">Everything</option>
            <Options of={SUBJECTS} />
          </Select>
          <SubjectFilter
            kind={view.entity_type}
            id={view.entity_id}
            events={events.data?.data ?? []}
            onChange={(id) => change({ entity_id: id, ...FIRST_PAGE }, "typed")}
          />
          <CompletedInput
            type="search"
            className=""
            aria-label="Who"
            placeholder="Exact actor"
            value={view.actor}
            offered={unique(events.data?.data ?? [], ({ actor }) => ({ id: actor, name: actor }))}
            onChange={(event) => change({ actor: event.target.value, ...FIRST_PAGE }, "typed")}
          />
          <span className="flex lg:col-span-2">
            <Freshness query={events} />
          </span>
        </div>
        <ListBody
          page={page}
          query={events}
          many="changes"
          whenNone={
            filtered ? (
              <EmptyState
                icon={Search}
                title="No change matches these filters"
                action={<Button onClick={() => change(NO_FILTER)}>Clear filters</Button>}
              >
                Ids and actors are matched as a whole.
              </EmptyState>
            ) : (
              <EmptyState icon={FileClock} title="No changes yet">
                Creating a team, generating a key or saving access settings adds an event here.
              </EmptyState>
            )
          }
        >
          {({ data }, dim) => (
            <KeepsFocus label="Rows">
              <EventsTable events={data} dim={dim} onOpen={({ id }) => change({ event: String(id) })} />
            </KeepsFocus>
          )}
        </ListBody>
      </Card>
      <EventDrawer row={opened} onClose={() => change({ event: "" })} />
    </>
  );
}

/** The filter for the id of what events are about. Offers payers by name, and other ids from the listed events. */
function SubjectFilter({
  kind,
  id,
  events,
  onChange,
}: {
  kind: string;
  id: string;
  events: readonly AuditEvent[];
  onChange: (id: string) => void;
}) {
  const field = {
    type: "search",
    "aria-label": "Id",
    placeholder: "Exact id",
    value: id,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const payer = kind === "key" ? "key_id" : Object.values(KINDS).find((one) => one.type === kind)?.payerField;
  return payer === undefined ? (
    <CompletedInput
      {...field}
      className=""
      offered={unique(events, (event) => ({ id: event.entity_id, name: subjectName(event) }))}
    />
  ) : (
    <PayerFilter name={payer} {...field} />
  );
}

interface Offered {
  readonly id: string;
  readonly name: string;
}

/** What `offer` makes of the events, each id once. */
function unique(events: readonly AuditEvent[], offer: (event: AuditEvent) => Offered): readonly Offered[] {
  return [...new Map(events.map(offer).map((one) => [one.id, one])).values()];
}

function EventsTable({
  events,
  dim,
  onOpen,
}: {
  events: readonly AuditEvent[];
  dim: boolean;
  onOpen: (event: AuditEvent) => void;
}) {
  const columns: readonly Column<AuditEvent>[] = [
    { head: "When", look: "text-ink-soft", cell: (event) => <Ago iso={event.at} /> },
    { head: "Action", cell: (event) => <Action event={event} onOpen={() => onOpen(event)} /> },
    {
      head: "What",
      from: "sm",
      cell: (event) => (
        <span className="flex items-center gap-2">
          <Badge>{event.entity_type}</Badge>
          <span dir="auto" className="block max-w-32 truncate text-left sm:max-w-64 2xl:max-w-xl">
            <Subject event={event} />
          </span>
        </span>
      ),
    },
    { head: "Who", from: "sm", cell: (event) => event.actor },
  ];
  return (
    <DataTable
      label="Audit events"
      stays="head"
      dim={dim}
      columns={columns}
      rows={events}
      keyOf={(event) => event.id}
      onOpen={onOpen}
    />
  );
}

function Action({ event, onOpen }: { event: AuditEvent; onOpen: () => void }) {
  return (
    <>
      <PlainButton
        aria-label={`${event.action} ${event.entity_id}, details`}
        className="rounded font-mono text-note font-medium hover:underline"
        onClick={(click) => {
          click.stopPropagation();
          onOpen();
        }}
      >
        {event.action}
      </PlainButton>
      <span
        dir="auto"
        className="block max-w-48 truncate text-left text-small text-ink-faint sm:hidden"
        title={event.entity_id}
      >
        {subjectName(event)}
      </span>
    </>
  );
}

/** The name of what an event is about, with a link to its page if it has one. */
function Subject({ event }: { event: AuditEvent }) {
  const { entity_type: type, entity_id: id } = event;
  const name = subjectName(event);
  // Events about a model are about an entry of the list, which is a deployment.
  const kind = type === "model" ? "deployment" : type;
  const shown = hasPage(kind) ? (
    <EntityLink kind={kind} id={id}>
      {name}
    </EntityLink>
  ) : (
    name
  );
  return <span title={id}>{shown}</span>;
}

function EventDrawer({ row, onClose }: { row: AuditEvent | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      place="right"
      title={({ action }) => <span className="font-mono text-lead">{action}</span>}
    >
      {(event) => (
        <div className="space-y-4">
          <Facts
            rows={[
              ["Who", event.acted_as ? `${event.actor}, as ${event.acted_as.replace("_", " ")}` : event.actor],
              ["When", formatTime(event.at)],
              [
                "What",
                <span key="what">
                  {event.entity_type} <Subject event={event} />
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
