"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/shared/forms/text-field";
import { DECISION_ID } from "@/lib/wire/decision-id";

/** The form that opens a recorded refusal by its id. */
export function DecisionForm({ id, onOpen }: { id: string | undefined; onOpen: (id: string) => void }) {
  const [text, setText] = useState(id ?? "");
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (DECISION_ID.test(wanted)) onOpen(wanted);
    else setFault("A decision's id is dec_ and a UUID.");
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      <TextField
        label="Decision id"
        hint="From the header x-gateway-decision-id of the refused answer."
        error={fault}
        className="font-mono text-meta"
        placeholder="dec_…"
        value={text}
        onValue={(typed) => {
          setText(typed);
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="primary" className="w-full">
        Open
      </Button>
    </form>
  );
}
