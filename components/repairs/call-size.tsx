"use client";
import { type FormEvent, useState } from "react";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { readJsonObject } from "@/components/shared/forms/read-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

const EXAMPLE = '{"max_tokens": 1000, "messages": []}';

/** Asks for the parts of the refused call's body that decide its cost and usage, because no body is kept. */
export function CallSize({
  busy,
  onAsk,
}: {
  busy: boolean;
  /** Called with undefined for the smallest possible call. */
  onAsk: (body: Record<string, unknown> | undefined) => void;
}) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readJsonObject(text, "A body is");
    if ("fault" in read && read.fault !== "") return setFault(read.fault);
    setFault(undefined);
    onAsk("value" in read ? read.value : undefined);
  };
  return (
    <form onSubmit={submit} className="space-y-2" noValidate>
      <Field
        label="Body of the call"
        hint="Optional. Bodies are not kept. Its length and max_tokens determine what the call may cost and use."
        error={fault}
      >
        {(control) => (
          <JsonTextarea
            {...control}
            rows={2}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" busy={busy}>
        Ask with this body
      </Button>
    </form>
  );
}
