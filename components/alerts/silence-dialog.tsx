"use client";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import type { AlertType } from "@/lib/alert";
import { alertSilenceContracts } from "@/lib/wire/contracts/alerts/silences";
import { ALERT_OPTIONS } from "./alert-words";
import type { SilencedThing } from "./silence-words";

const TYPES = [{ value: "", label: "Every alert" }, ...ALERT_OPTIONS];
const SPANS = [
  { value: "1h", label: "For an hour" },
  { value: "4h", label: "For 4 hours" },
  { value: "1d", label: "For a day" },
  { value: "7d", label: "For 7 days" },
  { value: "30d", label: "For 30 days" },
];

/** Silences alerts for some time, with the reason. */
export function SilenceDialog({ about, onClose }: { about: SilencedThing | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={about}
      onClose={onClose}
      title={() => "Silence alerts"}
      description={() => "They are listed anyway. What is still open when the silence ends is told then."}
    >
      {(thing) => <SilenceForm about={thing} onClose={onClose} />}
    </RowDialog>
  );
}

function SilenceForm({ about, onClose }: { about: SilencedThing; onClose: () => void }) {
  const [type, setType] = useState(about.type ?? "");
  const [subject, setSubject] = useState(about.subject ?? "");
  const [duration, setDuration] = useState("4h");
  const [reason, setReason] = useState("");
  const undo = useOperation(alertSilenceContracts.end, {
    onSuccess: () => toast.success("Undone"),
    onError: (error) => toast.error(error.message),
  });
  const create = useOperation(alertSilenceContracts.create, {
    onSuccess: ({ nodes, silence_id }) => {
      toast.success("Alerts are silenced", {
        description: describeReceipts(nodes, "In force"),
        action: { label: "Undo", onClick: () => undo.mutate({ silence_id }) },
        duration: 15_000,
      });
      onClose();
    },
  });
  return (
    <Form
      submit="Silence"
      busy={create.isPending}
      disabled={reason.trim() === ""}
      error={create.error}
      onSubmit={() =>
        create.mutate({
          type: type === "" ? null : (type as AlertType),
          subject: subject.trim() === "" ? null : subject.trim(),
          reason,
          duration,
        })
      }
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Alerts" options={TYPES} value={type} onValue={setType} />
        <SelectField label="How long" options={SPANS} value={duration} onValue={setDuration} />
      </div>
      <TextField
        label="Only about"
        hint="What the alert is about, such as the id of a deployment. Empty: everything."
        value={subject}
        onValue={setSubject}
      />
      <TextField
        label="Reason"
        hint="Shown to everybody who wonders why nobody was told."
        placeholder="Moving to another region"
        required
        value={reason}
        onValue={setReason}
      />
    </Form>
  );
}
