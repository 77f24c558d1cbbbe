"use client";
import { DoorOpen } from "lucide-react";
import { type FormEvent, useState } from "react";
import { sendJson } from "@/components/api/send-json";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import type { StrangerRequest } from "@/lib/wire/sign-in/console-access";

const MOST_NOTE = 500;

/** Asks whoever runs the gateway for access. They see the request among the refusals, with its repair. */
export function RequestAccess() {
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ readonly text: string; readonly isDone: boolean }>();
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setTold(await asked(note.trim()));
    setBusy(false);
  };
  if (told?.isDone)
    return (
      <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-good">
        {told.text}
      </p>
    );
  return (
    <form onSubmit={(event) => void ask(event)} className="space-y-2">
      <Field label="What you need it for" hint="Optional." error={told?.text}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={MOST_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="w-full" busy={busy}>
        <DoorOpen className="size-4" aria-hidden /> Request access
      </Button>
    </form>
  );
}

async function asked(note: string): Promise<{ readonly text: string; readonly isDone: boolean }> {
  try {
    const response = await sendJson("/api/auth/request-access", { note: note === "" ? null : note });
    const body: unknown = await response.json();
    if (response.ok)
      return {
        isDone: true,
        text:
          (body as StrangerRequest).state === "requested"
            ? "Your request is sent. Whoever runs this gateway sees it; load this page again later."
            : "You have asked already. Whoever runs this gateway sees your request.",
      };
    return { isDone: false, text: refusalIn(body) };
  } catch {
    return { isDone: false, text: "The gateway does not answer. Try again." };
  }
}

function refusalIn(body: unknown): string {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" ? message : "The request could not be sent. Try again.";
}
