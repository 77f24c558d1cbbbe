"use client";
import { useState } from "react";
import { formatDollars } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { LIVE, useRead } from "@/components/api/use-read";
import { readDollars } from "@/components/budgets/read-dollars";
import { TextField } from "@/components/shared/forms/text-field";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/lazy/toast";
import { type Raise, raiseContracts } from "@/lib/wire/contracts/budgets/raises";

/** The newest requests of a person, more than anybody has budgets. */
const READ = { size: 100 } as const;

/**
 * Asks for a higher budget, and says what became of the last time. `limit`: the budget in dollars; null: there is none,
 * so there is nothing to ask for. `name`: whose it is, where a page has several.
 */
export function AskForMore({
  type,
  id,
  limit,
  name,
}: {
  type: Raise["type"];
  id: string;
  limit: number | null;
  name?: string;
}) {
  const asked = useRead(raiseContracts.list, READ, { ...LIVE, enabled: limit !== null, retry: false });
  const [isOpen, setOpen] = useState(false);
  /** Whether the form was open before: its button then gets the focus back. */
  const [wasOpen, setWasOpen] = useState(false);
  if (limit === null) return null;
  // The room of the button, so that nothing moves when it comes.
  if (asked.isPending) return <div className="mt-3 h-7 basis-full" />;
  // Without the right to ask there is no list.
  if (!asked.data) return null;
  const last = asked.data.data.find((one) => one.type === type && one.id === id);
  const close = () => {
    setWasOpen(true);
    setOpen(false);
  };
  return (
    <div className="mt-3 basis-full space-y-2">
      {last && <Outcome raise={last} takesFocus={wasOpen} />}
      {last?.state !== "pending" &&
        (isOpen ? (
          <AskForm type={type} id={id} limit={limit} onDone={close} />
        ) : (
          <Button
            size="small"
            autoFocus={wasOpen}
            aria-label={name === undefined ? undefined : `Ask for more budget for ${name}`}
            onClick={() => setOpen(true)}
          >
            Ask for more budget
          </Button>
        ))}
    </div>
  );
}

/** A ref that gives the focus to its element when that appears. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** What became of the last request. `takesFocus`: from the form, which is gone once it waits. */
function Outcome({
  raise: { state, amount, granted, answer, requested_at: at, decided_at: decided },
  takesFocus,
}: {
  raise: Raise;
  takesFocus: boolean;
}) {
  if (state === "pending")
    return (
      <p ref={takesFocus ? takeFocus : undefined} tabIndex={-1} className="text-ink-soft focus:outline-none">
        You asked for {formatDollars(amount)} <Ago iso={at} />. It waits for a decision.
      </p>
    );
  return (
    <p className="break-words text-ink-soft">
      {state === "approved" ? `Raised to ${formatDollars(granted ?? amount)}` : `${formatDollars(amount)} was refused`}
      {decided !== null && (
        <>
          {" "}
          <Ago iso={decided} />
        </>
      )}
      {answer === null ? "." : `: ${answer}`}
    </p>
  );
}

function AskForm({ type, id, limit, onDone }: { type: Raise["type"]; id: string; limit: number; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState("");
  const dollars = readDollars(typed);
  const isHigher = dollars > limit;
  const ask = useOperation(raiseContracts.ask, {
    onSuccess: () => {
      toast.success("Whoever may raise the budget sees your request");
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <form
      className="space-y-3 rounded-md border px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isHigher) ask.mutate({ type, id, amount: dollars, note: note.trim() === "" ? null : note.trim() });
      }}
    >
      <TextField
        label="Budget that you need, dollars"
        hint={`It is ${formatDollars(limit)} now.`}
        inputMode="decimal"
        className="max-w-36"
        autoFocus
        value={typed}
        error={typed === "" || isHigher ? undefined : `An amount of more than ${formatDollars(limit)}.`}
        onValue={setTyped}
      />
      <TextField label="What for?" hint="Whoever decides reads this." maxLength={512} value={note} onValue={setNote} />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={ask.isPending} disabled={!isHigher}>
          Send the request
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
