"use client";
import { LayoutDashboard, Lock, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { addressOf } from "@/components/api/address";
import { formatCount } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { LIVE, useRead } from "@/components/api/use-read";
import { dashboardAddress } from "@/components/shared/entity-address";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { useAddress } from "@/components/shared/use-address";
import { capitalised } from "@/components/shared/wording";
import { PageHeader } from "@/components/shell/page-header";
import { Card, CardHeader } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { Link } from "@/components/ui/link";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import { hoursText } from "./shown-span";

const NameDialog = lazyDialog(
  () => import("./name-dialog").then((module) => module.NameDialog),
  ({ asked }) => asked !== undefined,
);

const USUAL = { new: "" };

const COLUMNS: readonly Column<Dashboard>[] = [
  {
    head: "Name",
    cell: ({ dashboard_id: id, name }) => (
      <Link
        href={dashboardAddress(id)}
        prefetch={false}
        className="block max-w-96 truncate rounded font-medium hover:text-accent-text hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { head: "Charts", align: "right", className: "w-20", cell: ({ panels }) => formatCount(panels.length) },
  {
    head: "Seen by",
    className: "w-28",
    look: "text-ink-soft",
    cell: ({ personal }) =>
      personal ? (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <Lock className="size-3.5 shrink-0" aria-hidden /> Only you
        </span>
      ) : (
        "Everyone"
      ),
  },
  { head: "Shows", from: "sm", look: "text-ink-soft", cell: ({ hours }) => capitalised(hoursText(hours)) },
  { head: "Created by", from: "md", look: "text-ink-soft", cell: ({ created_by: by }) => by },
  { head: "Changed", from: "sm", look: "text-ink-soft", cell: ({ updated_at: at }) => <Ago iso={at} /> },
];

/** The dashboards that every administrator and viewer sees, and those that only the reader does. */
export function DashboardsPage() {
  const router = useRouter();
  const [view, change] = useAddress(USUAL);
  const dashboards = useRead(dashboardContracts.list, {}, LIVE);
  const close = (): void => change({ new: "" });
  const create = useOperation(dashboardContracts.new, {
    onSuccess: ({ dashboard_id: id }) => router.push(addressOf(dashboardAddress(id))),
  });
  const add = (
    <WriteButton variant="primary" onClick={() => change({ new: "1" })}>
      <Plus className="size-4" aria-hidden /> New dashboard
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Dashboards"
        description="Charts that belong together, shared or for you alone. Any list that is shown as a chart can be pinned."
      >
        {add}
      </PageHeader>
      <Card>
        <CardHeader title="All dashboards">
          <Freshness query={dashboards} />
        </CardHeader>
        {dashboards.isPending ? (
          <TableSkeleton rows={4} />
        ) : dashboards.isLoadingError ? (
          <ErrorState error={dashboards.error} retry={() => void dashboards.refetch()} />
        ) : dashboards.data.data.length === 0 ? (
          <EmptyState icon={LayoutDashboard} title="No dashboards yet" action={add}>
            Show Requests, Teams, Users, Keys, Models or Refusals as a chart, and pin it.
          </EmptyState>
        ) : (
          <DataTable
            label="Dashboards"
            columns={COLUMNS}
            rows={dashboards.data.data}
            keyOf={({ dashboard_id: id }) => id}
          />
        )}
      </Card>
      <NameDialog
        asked={
          view.new === ""
            ? undefined
            : { title: "New dashboard", label: "Name", submit: "Create dashboard", name: "", asksWhose: true }
        }
        busy={create.isPending}
        error={create.error}
        onName={(name, personal) => create.mutate({ name, personal })}
        onClose={close}
      />
    </>
  );
}
