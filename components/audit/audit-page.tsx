"use client";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { FileClock, Search } from "lucide-react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { KINDS } from "@/components/entities/kinds";
import { PageHeader } from "@/components/shell/page-header";
import { useAddress } from "@/components/shared/use-address";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { Freshness } from "@/components/shared/lists/freshness";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { Ago } from "@/components/shared/time";
import { useDebounced } from "@/components/shared/use-debounced";
import { capitalised } from "@/components/shared/wording";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/field";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { EmptyState } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ACTOR_WORDS, EventDrawer } from "./event-drawer";
import { type AuditEvent, EventSubject } from "./event-subject";
import { subjectName } from "./subject-name";
import { PlainButton } from "@/components/ui/plain-button";

/** The address of the page: the filters, the page, and the event that is open. */
const NO_FILTER = { entity_type: "", entity_id: "", actor: "", actor_kind: "", actor_issuer: "", ...FIRST_PAGE };
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
  const { entity_type, entity_id, actor, actor_kind, actor_issuer } = useDebounced(view);
  const settled = { entity_type, entity_id, actor, actor_issuer };
  const kind = ACTOR_KINDS.find((one) => one === actor_kind);
  const page = useListPage(view, (to) => change({ ...to, event: "" }), JSON.stringify([settled, kind]));
  const asked = { ...page.asked, size: PAGE_SIZE, ...settled, ...(kind && { actor_kind: kind }) };
  const events = useRead(auditContracts.logs, asked, LIVE);
  const filtered = kind !== undefined || Object.values(settled).some((value) => value !== "");
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
        <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-6">
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
          <Select
            aria-label="By"
            value={view.actor_kind}
            onChange={(event) => change({ actor_kind: event.target.value, ...FIRST_PAGE })}
          >
            <option value="">By any credential</option>
            {ACTOR_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                By {ACTOR_WORDS[kind]}
              </option>
            ))}
          </Select>
          <CompletedInput
            type="search"
            className=""
            aria-label="Issuer"
            placeholder="Exact issuer"
            value={view.actor_issuer}
            offered={unique(
              (events.data?.data ?? []).filter(({ actor_issuer: issuer }) => issuer !== null),
              ({ actor_issuer: issuer }) => ({ id: issuer ?? "", name: issuer ?? "" }),
            )}
            onChange={(event) => change({ actor_issuer: event.target.value, ...FIRST_PAGE }, "typed")}
          />
          <span className="flex">
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
            <EventSubject event={event} />
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
