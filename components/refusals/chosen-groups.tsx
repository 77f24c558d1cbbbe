"use client";
import { BellOff, Check, Undo2, Wrench } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { counted } from "@/components/shared/wording";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { useTriage } from "./use-triage";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const JointRepair = lazyPart(() => import("@/components/repairs/joint-repair").then((module) => module.JointRepair));

/** What can be done with several groups at once. `onDone`: called after it was done, and to choose none. */
export function ChosenGroups({ rows, onDone }: { rows: readonly RefusalsView[]; onDone: () => void }) {
  const { dismiss, snooze, reopen } = useTriage(onDone);
  const [repairs, setRepairs] = useState(false);
  const open = rows.filter(({ state }) => state === "open");
  const hidden = rows.filter(({ state }) => state !== "open");
  return (
    <div
      role="group"
      aria-label="Chosen groups"
      className="flex flex-wrap items-center gap-2 border-b bg-accent-soft/50 px-4 py-2"
    >
      <p role="status" className="mr-1 font-medium">
        {counted(rows.length, "group")} chosen
      </p>
      <Button size="small" variant="primary" onClick={() => setRepairs(true)}>
        <Wrench className="size-3.5" aria-hidden /> Repair together
      </Button>
      {open.length > 0 && (
        <>
          <WriteButton size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate(open)}>
            <Check className="size-3.5" aria-hidden /> Dismiss
          </WriteButton>
          <WriteButton size="small" busy={snooze.isPending} onClick={() => snooze.mutate(open)}>
            <BellOff className="size-3.5" aria-hidden /> Snooze for 24 hours
          </WriteButton>
        </>
      )}
      {hidden.length > 0 && (
        <WriteButton size="small" busy={reopen.isPending} onClick={() => reopen.mutate(hidden)}>
          <Undo2 className="size-3.5" aria-hidden /> Show again
        </WriteButton>
      )}
      <Button size="small" variant="ghost" onClick={onDone}>
        Choose none
      </Button>
      <Dialog
        open={repairs}
        onOpenChange={setRepairs}
        place="right"
        title={`Repair ${counted(rows.length, "group")}`}
        description="The smallest changes that let the latest request of each group pass, saved as one."
      >
        <JointRepair
          examples={rows.map(({ examples: [newest] }) => newest)}
          onDone={() => {
            setRepairs(false);
            onDone();
          }}
        />
      </Dialog>
    </div>
  );
}
