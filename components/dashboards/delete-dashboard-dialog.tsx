"use client";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useVersion } from "@/components/shared/drafts/use-version";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { counted } from "@/components/shared/wording";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";

interface Acts {
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a dashboard is deleted, which others may use. */
export function DeleteDashboardDialog({ row, ...acts }: { row: Dashboard | undefined } & Acts) {
  return (
    <RowDialog row={row} onClose={acts.onClose} title={({ name }) => `Delete ${name}?`}>
      {({ dashboard_id: id }) => (
        <EditedRow contract={dashboardContracts.get} input={{ dashboard_id: id }} lines={2}>
          {(opened) => <DeleteDashboardForm opened={opened} {...acts} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

function DeleteDashboardForm({ opened, onClose, onDeleted }: { opened: Versioned<Dashboard> } & Acts) {
  const { dashboard_id: id, name, panels } = opened.body;
  const version = useVersion(opened.etag);
  const remove = useOperation(dashboardContracts.delete, {
    ifMatch: version.ifMatch,
    onSuccess: () => {
      toast.success(`${name} is deleted`);
      onClose();
      onDeleted();
    },
  });
  return (
    <DeleteForm
      what="dashboard"
      of="dashboards.delete"
      remove={remove}
      seen={opened.body}
      version={version}
      onConfirm={() => remove.mutate({ dashboard_id: id })}
      onCancel={onClose}
    >
      <p>It and its {counted(panels.length, "chart")} are gone for everybody. The calls that they show stay.</p>
    </DeleteForm>
  );
}
