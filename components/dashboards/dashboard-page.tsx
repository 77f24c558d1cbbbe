"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Lock, Pencil, SearchX, Trash2 } from "lucide-react";
import { addressOf } from "@/components/api/address";
import { ApiError, type Versioned } from "@/components/api/client";
import { serverTime } from "@/components/api/server-time";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { SpanTimeBar, useSpanZone } from "@/components/time-range/span-time-bar";
import { askedPeriod, USUAL_SPAN } from "@/components/time-range/spans";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { toast } from "@/components/ui/lazy/toast";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import { PanelGrid } from "./panel-grid";
import { shownSpan } from "./shown-span";
import { useDashboard, useDashboardChange } from "./use-dashboard";

const NameDialog = lazyDialog(
  () => import("./name-dialog").then((module) => module.NameDialog),
  ({ asked }) => asked !== undefined,
);
const DeleteDashboardDialog = lazyDialog(
  () => import("./delete-dashboard-dialog").then((module) => module.DeleteDashboardDialog),
  ({ row }) => row !== undefined,
);

const USUAL = { id: "", ...USUAL_SPAN, hours: "" };

/** One dashboard: its charts, all of the same time. */
export function DashboardPage() {
  const [view, change] = useAddress(USUAL);
  const router = useRouter();
  const [isGone, setGone] = useState(false);
  const [deleting, setDeleting] = useState<Dashboard>();
  // Not read during its deletion, nor while the page is left afterwards: the read would fail.
  const found = useDashboard(view.id, !isGone && deleting === undefined);
  const leave = (): void => {
    setGone(true);
    router.push(addressOf("/console/dashboards"));
  };
  if (found.data)
    return (
      <>
        <Shown read={found.data} view={view} onChange={change} onDelete={setDeleting} />
        <DeleteDashboardDialog row={deleting} onClose={() => setDeleting(undefined)} onDeleted={leave} />
      </>
    );
  const isMissing = view.id === "" || (found.error instanceof ApiError && found.error.status === 404);
  return (
    <>
      <PageHeader title="Dashboard" />
      {isMissing ? (
        <Card>
          <EmptyState
            icon={SearchX}
            title="There is no such dashboard"
            action={
              <Link href="/console/dashboards" className={buttonClasses()}>
                All dashboards
              </Link>
            }
          >
            It may have been deleted.
          </EmptyState>
        </Card>
      ) : found.error ? (
        <Card>
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        </Card>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </>
  );
}

function Shown({
  read,
  view,
  onChange,
  onDelete,
}: {
  read: Versioned<Dashboard>;
  view: typeof USUAL;
  onChange: (to: Partial<typeof USUAL>, how?: "typed") => void;
  onDelete: (dashboard: Dashboard) => void;
}) {
  const { dashboard_id: id, name, personal, hours } = read.body;
  const span = shownSpan(view, hours);
  const zone = useSpanZone(span);
  // The address, which stays the same object until it changes.
  const settled = shownSpan(useDebounced(view), hours);
  const [now] = useState(serverTime);
  const rename = useDashboardChange(read);
  const [isRenamed, setRenamed] = useState(false);
  return (
    <KeepsFocus label={name}>
      <PageHeader title={name}>
        <SpanTimeBar value={span} onChange={onChange} />
        {personal && <ShareButton read={read} />}
        <WriteButton onClick={() => setRenamed(true)}>
          <Pencil className="size-3.5" aria-hidden /> Rename
        </WriteButton>
        <WriteButton onClick={() => onDelete(read.body)}>
          <Trash2 className="size-3.5" aria-hidden /> Delete
        </WriteButton>
      </PageHeader>
      <PanelGrid read={read} span={settled} period={askedPeriod(settled, now, zone)} zone={zone} />
      <NameDialog
        asked={isRenamed ? { title: "Rename the dashboard", label: "Name", submit: "Rename", name } : undefined}
        busy={rename.isPending}
        error={rename.error}
        onName={(to) => rename.mutate({ dashboard_id: id, name: to }, { onSuccess: () => setRenamed(false) })}
        onClose={() => setRenamed(false)}
      />
    </KeepsFocus>
  );
}

/** Shows a dashboard that only its reader sees to all others. */
function ShareButton({ read }: { read: Versioned<Dashboard> }) {
  const { dashboard_id: id, name } = read.body;
  const hide = useOperation(dashboardContracts.update, {
    ifMatch: () => undefined,
    onSuccess: () => toast.success(`Only you see ${name} again`),
    onError: ({ message }) => toast.error(message),
  });
  const share = useDashboardChange(read, () =>
    toast.success(`${name} is shared`, {
      description: "Every administrator and viewer sees it now.",
      action: { label: "Undo", onClick: () => hide.mutate({ dashboard_id: id, personal: true }) },
      duration: 15_000,
    }),
  );
  return (
    <WriteButton
      busy={share.isPending}
      title="Only you see this dashboard"
      onClick={() => share.mutate({ dashboard_id: id, personal: false })}
    >
      <Lock className="size-3.5" aria-hidden /> Share
    </WriteButton>
  );
}
