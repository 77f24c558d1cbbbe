"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { dashboardAddress } from "@/components/shared/entity-address";
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
import { PersonalBox } from "./personal-box";
import { dashboardHours } from "./shown-span";
import { usePanelsChange } from "./use-dashboard";

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
      description={() => "Dashboards are kept on the server. Every administrator and viewer sees the shared ones."}
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
  const [personal, setPersonal] = useState(false);
  const [title, setTitle] = useState(panel.title);
  const done = ({ dashboard_id: id, name: shown }: Dashboard): void => {
    toast.success(`Pinned to ${shown}`, {
      action: { label: "Open", onClick: () => router.push(addressOf(dashboardAddress(id))) },
      duration: 15_000,
    });
    onClose();
  };
  const create = useOperation(dashboardContracts.new, { onSuccess: done });
  const append = usePanelsChange(done);
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
        if (isNew) create.mutate({ name, personal, hours: dashboardHours(hours), panels: [pinned] });
        else void append.mutate(chosen, (panels) => [...panels, pinned]);
      }}
      onCancel={onClose}
    >
      <SelectField
        label="Dashboard"
        options={[
          ...free.map((one) => ({
            value: one.dashboard_id,
            label: one.personal ? `${one.name} (only you)` : one.name,
          })),
          { value: NEW, label: "New dashboard…" },
        ]}
        value={chosen}
        onValue={choose}
      />
      {isNew && (
        <>
          <TextField label="Name" placeholder="Operations" value={name} maxLength={80} required onValue={setName} />
          <PersonalBox checked={personal} onChange={setPersonal} />
        </>
      )}
      <TextField label="Title of the chart" value={title} maxLength={80} required onValue={setTitle} />
    </Form>
  );
}
