"use client";
import { useState } from "react";
import { Form } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/text-field";
import { RowDialog } from "@/components/ui/dialog";
import { PersonalBox } from "./personal-box";

/** What a name is asked for, and the name that it has so far. */
export interface AskedName {
  readonly title: string;
  readonly label: string;
  readonly submit: string;
  readonly name: string;
  /** Whether it also asks if a new dashboard is for its creator alone. */
  readonly asksWhose?: boolean;
}

/** Asks for the name of a dashboard, or the title of a chart. */
export function NameDialog({
  asked,
  busy,
  error,
  onName,
  onClose,
}: {
  asked: AskedName | undefined;
  busy: boolean;
  error: Error | null;
  onName: (name: string, personal: boolean) => void;
  onClose: () => void;
}) {
  return (
    <RowDialog row={asked} onClose={onClose} title={({ title }) => title}>
      {(shown) => <NameForm asked={shown} busy={busy} error={error} onName={onName} onClose={onClose} />}
    </RowDialog>
  );
}

function NameForm({
  asked: { label, submit, name: before, asksWhose = false },
  busy,
  error,
  onName,
  onClose,
}: {
  asked: AskedName;
  busy: boolean;
  error: Error | null;
  onName: (name: string, personal: boolean) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(before);
  const [personal, setPersonal] = useState(false);
  const isComplete = name.trim() !== "";
  return (
    <Form
      submit={submit}
      busy={busy}
      disabled={!isComplete}
      error={error}
      onSubmit={() => {
        if (isComplete) onName(name.trim(), personal);
      }}
      onCancel={onClose}
    >
      <TextField label={label} value={name} maxLength={80} required onValue={setName} />
      {asksWhose && <PersonalBox checked={personal} onChange={setPersonal} />}
    </Form>
  );
}
