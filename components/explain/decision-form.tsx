"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { decisionId } from "@/lib/wire/fields";

/** The form that opens a recorded refusal by its id. */
export function DecisionForm({ id, onOpen }: { id: string | undefined; onOpen: (id: string) => void }) {
  const [text, setText] = useState(id ?? "");
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (decisionId.safeParse(wanted).success) onOpen(wanted);
    else setFault("A decision's id is dec_ and a UUID.");
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      <Field label="Decision id" hint="From the header x-gateway-decision-id of the refused answer." error={fault}>
        {(control) => (
          <Input
            {...control}
            className="font-mono text-note"
            placeholder="dec_…"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        Open
      </Button>
    </form>
  );
}
