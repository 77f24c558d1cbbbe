"use client";
import { useQuery } from "@tanstack/react-query";
import { FileClock } from "lucide-react";
import { useState } from "react";
import { formatTime } from "@/components/api/format";
import { auditQuery, PAGE_SIZE } from "@/components/api/queries";
import type { AuditEvent } from "@/components/api/types";
import { PageHeader } from "@/components/shell/page-header";
import { DifferenceView } from "@/components/shared/difference-view";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";

export function AuditPage() {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<AuditEvent>();
  const events = useQuery(auditQuery(page));
  return (
    <>
      <PageHeader title="Audit log" description="Every change that was made through the API or this console: who, what, before and after." />
      <Card>
        {events.isPending ? (
          <TableSkeleton />
        ) : events.isError ? (
          <ErrorState error={events.error} retry={() => void events.refetch()} />
        ) : events.data.data.length === 0 ? (
          <EmptyState icon={FileClock} title="Nothing has been changed yet">
            Creating a team, generating a key or saving access settings each leave an event here.
          </EmptyState>
        ) : (
          <>
            <EventsTable events={events.data.data} dim={events.isPlaceholderData} onOpen={setOpened} />
            <Pager page={page} size={PAGE_SIZE} total={events.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <EventDrawer event={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function EventsTable({ events, dim, onOpen }: { events: readonly AuditEvent[]; dim: boolean; onOpen: (event: AuditEvent) => void }) {
  return (
    <Table label="Audit events" dim={dim}>
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>Action</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell className="hidden sm:table-cell">Who</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} className="cursor-pointer" onClick={() => onOpen(event)}>
            <Cell className="text-ink-soft">
              <Ago iso={event.at} />
            </Cell>
            <Cell>
              <button
                type="button"
                aria-label={`${event.action} ${event.entity_id}, details`}
                className="rounded font-mono text-[12.5px] font-medium hover:underline"
                onClick={(click) => {
                  click.stopPropagation();
                  onOpen(event);
                }}
              >
                {event.action}
              </button>
            </Cell>
            <Cell>
              <span className="flex items-center gap-2">
                <Badge>{event.entity_type}</Badge>
                <span className="block max-w-32 truncate font-mono text-[12.5px] sm:max-w-64">{event.entity_id}</span>
              </span>
            </Cell>
            <Cell className="hidden sm:table-cell">{event.actor}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function EventDrawer({ event, onClose }: { event: AuditEvent | undefined; onClose: () => void }) {
  const [shown, setShown] = useState(event);
  if (event && event !== shown) setShown(event);
  if (!shown) return null;
  return (
    <Dialog
      open={event !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="right"
      title={<span className="font-mono text-[14px]">{shown.action}</span>}
    >
      <div className="space-y-4">
        <Facts
          rows={[
            ["Who", shown.actor],
            ["When", formatTime(shown.at)],
            ["What", `${shown.entity_type} ${shown.entity_id}`],
          ]}
        />
        <DifferenceView label="Before and after" before={shown.before} after={shown.after} />
      </div>
    </Dialog>
  );
}
