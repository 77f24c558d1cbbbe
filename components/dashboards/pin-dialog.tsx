"use client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { addressOf } from "@/components/api/address";
import { callVersioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { Form } from "@/components/shared/forms/form";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { ErrorState } from "@/components/ui/states";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import { MOST_PANELS } from "@/lib/wire/dashboards/measures";
import type { GivenPanel } from "@/lib/wire/dashboards/panel";
import { dashboardAddress } from "./panel-address";
import { dashboardHours } from "./shown-span";

const NEW = "";

/** Asks on which dashboard a chart goes, and under which title. */
export function PinDialog({
  panel,
  hours,
  onClose,
}: {
  panel: GivenPanel | undefined;
  hours: number;
  onClose: () => void;
}) {
  const dashboards = useRead(dashboardContracts.list, {}, { enabled: panel !== undefined });
  return (
    <RowDialog
      row={panel}
      onClose={onClose}
      title={() => "Pin to a dashboard"}
      description={() => "Dashboards are kept on the server, and every administrator and viewer sees them."}
    >
      {(pinned) =>
        dashboards.isLoadingError ? (
          <ErrorState error={dashboards.error} retry={() => void dashboards.refetch()} />
        ) : (
          dashboards.data && (
            <PinForm panel={pinned} hours={hours} dashboards={dashboards.data.data} onClose={onClose} />
          )
        )
      }
    </RowDialog>
  );
}

function PinForm({
  panel,
  hours,
  dashboards,
  onClose,
}: {
  panel: GivenPanel;
  hours: number;
  dashboards: readonly Dashboard[];
  onClose: () => void;
}) {
  const router = useRouter();
  const free = dashboards.filter(({ panels }) => panels.length < MOST_PANELS);
  const [chosen, choose] = useState(free[0]?.dashboard_id ?? NEW);
  const [name, setName] = useState("");
  const [title, setTitle] = useState(panel.title);
  const done = ({ dashboard_id: id, name: shown }: Dashboard): void => {
    toast.success(`Pinned to ${shown}`, {
      action: { label: "Open", onClick: () => router.push(addressOf(dashboardAddress(id))) },
      duration: 15_000,
    });
    onClose();
  };
  const create = useOperation(dashboardContracts.new, { onSuccess: done });
  const append = useAppended(done);
  const isNew = chosen === NEW;
  const isComplete = title.trim() !== "" && (!isNew || name.trim() !== "");
  const pinned = { ...panel, title };
  return (
    <Form
      submit="Pin"
      busy={create.isPending || append.isPending}
      disabled={!isComplete}
      error={isNew ? create.error : append.error}
      onSubmit={() => {
        if (!isComplete) return;
        if (isNew) create.mutate({ name, hours: dashboardHours(hours), panels: [pinned] });
        else void append.mutate(chosen, pinned);
      }}
      onCancel={onClose}
    >
      <SelectField
        label="Dashboard"
        options={[
          ...free.map((one) => ({ value: one.dashboard_id, label: one.name })),
          { value: NEW, label: "New dashboard…" },
        ]}
        value={chosen}
        onValue={choose}
      />
      {isNew && (
        <TextField label="Name" placeholder="Operations" value={name} maxLength={80} required onValue={setName} />
      )}
      <TextField label="Title of the chart" value={title} maxLength={80} required onValue={setTitle} />
    </Form>
  );
}

/** Adds a chart to a dashboard as it is now, whatever this page has read of it. */
function useAppended(onSuccess: (dashboard: Dashboard) => void) {
  const version = useRef<string>(undefined);
  const [fault, setFault] = useState<Error>();
  const write = useOperation(dashboardContracts.update, { onSuccess, ifMatch: () => version.current });
  return { isPending: write.isPending, error: fault ?? write.error, mutate };
  async function mutate(id: string, panel: GivenPanel): Promise<void> {
    setFault(undefined);
    try {
      const { body, etag } = await callVersioned(dashboardContracts.get, { dashboard_id: id });
      version.current = etag;
      write.mutate({ dashboard_id: id, panels: [...body.panels, panel] });
    } catch (error) {
      setFault(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
