"use client";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { type AuditEvent, auditContracts } from "@/lib/wire/contracts/audit";
import { FileClock, Search } from "lucide-react";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { actionName } from "@/components/sentences/action-names";
import { PageHeader } from "@/components/shell/page-header";
import { useAddress } from "@/components/shared/use-address";
import { Freshness } from "@/components/shared/lists/freshness";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListZone } from "@/components/time-range/list-time-bar";
import { ANY_TIME, timeBefore, timeInputs } from "@/components/time-range/time-inputs";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { Moment } from "@/components/shared/time";
import { useDebounced } from "@/components/shared/use-debounced";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { EmptyState } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EventDrawer } from "./event-drawer";
import { EventFilters } from "./event-filters";
import { EventSubject } from "./event-subject";
import { subjectName } from "@/lib/wire/subject-name";
import { PlainButton } from "@/components/ui/plain-button";

/** The address of the page: the filters, the page, and the event that is open. */
const NO_FILTER = {
  entity_type: "",
  entity_id: "",
  actor: "",
  actor_kind: "",
  actor_issuer: "",
  ...ANY_TIME,
  ...FIRST_PAGE,
};
const USUAL_AUDIT = { ...NO_FILTER, event: "" };
const EVENT_ID = /^\d{1,18}$/;
export function AuditPage() {
  const [view, change] = useAddress(USUAL_AUDIT);
  const [today] = useState(serverTime);
  const { entity_type, entity_id, actor, actor_kind, actor_issuer, time, from, to, zone } = useDebounced(view);
  const period = timeBefore(timeInputs({ time, from, to }, today, useListZone({ time, zone })));
  const settled = { entity_type, entity_id, actor, actor_issuer, ...period };
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
        <EventFilters view={view} change={change} events={events.data?.data ?? []}>
          <Freshness query={events} />
        </EventFilters>
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
                Ids and actors must match exactly.
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
    { head: "When", look: "text-ink-soft", cell: (event) => <Moment iso={event.at} /> },
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
        aria-label={`${actionName(event.action)} ${event.entity_id}, details`}
        title={event.action}
        className="rounded font-medium hover:underline"
        onClick={(click) => {
          click.stopPropagation();
          onOpen();
        }}
      >
        {actionName(event.action)}
      </PlainButton>
      <span
        dir="auto"
        className="block max-w-48 truncate text-left text-meta text-ink-faint sm:hidden"
        title={event.entity_id}
      >
        {subjectName(event)}
      </span>
    </>
  );
}
