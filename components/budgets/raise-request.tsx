"use client";
import { useState } from "react";
import { formatDollars } from "@/components/api/format";
import { BudgetMeter } from "@/components/limits/budget-meter";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { FormError } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/text-field";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago, useNow } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import type { Raise } from "@/lib/wire/contracts/budgets/raises";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { OpenedBudget } from "./opened-budget";
import { raiseOutlook } from "./raise-outlook";
import { readDollars } from "./read-dollars";
import { useDecision } from "./use-decision";

/** Who asks for how much, and why. */
type Request = Pick<RefusalsView["requests"][number], "requested_by" | "note" | "amount" | "asker" | "at">;

/** A request for a higher budget, with the budget as it is now and the way to decide about it. */
export function RaiseRequest({
  raised,
  request: { requested_by: by, note, amount, asker, at },
  onDone,
}: {
  raised: Pick<Raise, "type" | "id">;
  request: Request;
  onDone: () => void;
}) {
  /** Counts up when the budget is read again. */
  const [reading, setReading] = useState(0);
  return (
    <>
      <p className="break-words">
        <strong className="font-medium">{by}</strong> needs{" "}
        <strong className="font-medium">{formatDollars(amount ?? 0)}</strong>
        {note && `: ${note}`}
        <span className="mt-0.5 block text-meta text-ink-faint">
          <Ago iso={at} />
        </span>
      </p>
      <OpenedBudget key={reading} of={raised}>
        {(opened) => (
          <Decision
            request={{ ...raised, asker, amount: amount ?? 0 }}
            opened={opened}
            onReadAgain={() => setReading(reading + 1)}
            onDone={onDone}
          />
        )}
      </OpenedBudget>
    </>
  );
}

function Decision({
  request,
  opened: { limit, budget, etag },
  onReadAgain,
  onDone,
}: {
  request: Pick<Raise, "type" | "id" | "asker" | "amount">;
  opened: OpenedBudget;
  onReadAgain: () => void;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(String(request.amount));
  const [answer, setAnswer] = useState("");
  const dollars = readDollars(typed);
  const isRaise = dollars > (limit ?? 0);
  const outlook = raiseOutlook(dollars, budget, useNow());
  const word = answer.trim() === "" ? null : answer.trim();
  const { decide, approve, refuse } = useDecision(request, { version: useVersion(etag), before: limit ?? 0, onDone });
  return (
    <div className="mt-3 space-y-3">
      {limit !== null && (
        <BudgetMeter
          label="The budget as it is now"
          budget={{ spent: budget?.spent ?? 0, limit, soft: null, resetsAt: budget?.resets_at ?? null }}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <TextField
          label="New budget, dollars"
          inputMode="decimal"
          value={typed}
          error={isRaise ? undefined : `An amount of more than ${formatDollars(limit ?? 0)}.`}
          onValue={setTyped}
        />
        <TextField label="A word with the answer" maxLength={512} value={answer} onValue={setAnswer} />
      </div>
      {isRaise && outlook !== undefined && (
        <p role="status" className="text-ink-soft">
          {outlook}
        </p>
      )}
      <FormError error={decide.error} />
      <div className="flex flex-wrap gap-2">
        {conflictOf(decide.error) ? (
          <Button size="small" onClick={onReadAgain}>
            Show it as it is now
          </Button>
        ) : (
          <WriteButton
            size="small"
            variant="primary"
            busy={decide.isPending}
            disabled={!isRaise}
            onClick={() => approve(dollars, word)}
          >
            Approve {Number.isNaN(dollars) ? "" : formatDollars(dollars)}
          </WriteButton>
        )}
        <WriteButton size="small" busy={decide.isPending} onClick={() => refuse(word)}>
          Refuse
        </WriteButton>
      </div>
    </div>
  );
}
