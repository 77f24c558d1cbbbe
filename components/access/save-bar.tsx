"use client";
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { FindingView } from "@/components/shared/findings";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { LockOutField, useLockOut } from "@/components/shared/forms/lock-out";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { ReplayDrawer } from "./replay-drawer";
import { SettingsDifference } from "./settings-difference";
import type { useAccessDraft } from "./use-access-draft";

type Draft = ReturnType<typeof useAccessDraft>;

/** Shown at the bottom while there are unsaved changes: the findings, the changes, and the way to save them. */
export function SaveBar({ draft }: { draft: Draft }) {
  const kept = useKeptState("access comment", () => ({ comment: "" }));
  const { comment } = kept.state;
  const [reviewing, setReviewing] = useState(false);
  const [trying, setTrying] = useState(false);
  const { changed, save, conflict } = draft;
  const lockOut = useLockOut(save.error);
  if (changed.length === 0) return null;
  const errors = errorsIn(draft.findings);
  const [Icon, tone, standing] = standingOf(draft);
  const send = (force: boolean) =>
    save.mutate(
      { comment: comment.trim(), force },
      {
        onSuccess: () => {
          kept.startOver({ comment: "" });
          setReviewing(false);
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(lockOut.force);
  };
  return (
    <div className="sticky bottom-3 z-20 animate-rise rounded-lg border border-line-strong bg-raised shadow-high">
      {save.isError && <RefusedSave draft={draft} lockOut={lockOut} onForce={() => send(true)} />}
      {draft.isRestored && !save.isError && (
        <p role="status" className="border-b px-4 py-2 text-ink-soft">
          Your unsaved changes have been restored.
        </p>
      )}
      <form
        onSubmit={submit}
        className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2 sm:gap-x-3 sm:px-4 sm:py-2.5"
      >
        <div className="flex basis-full items-center gap-x-1 sm:basis-auto sm:gap-x-3">
          <span className="mr-auto flex items-center gap-1.5 font-medium sm:mr-0" aria-live="polite">
            <Icon className={`size-4 ${tone}`} aria-hidden /> {standing}
          </span>
          <Button variant="ghost" size="small" onClick={() => setReviewing(true)}>
            Review {changed.length} {changed.length === 1 ? "change" : "changes"}
          </Button>
          <Button variant="ghost" size="small" disabled={errors > 0} onClick={() => setTrying(true)}>
            <span>
              Try<span className="max-sm:sr-only"> on real traffic</span>
            </span>
          </Button>
        </div>
        <Input
          aria-label="Comment on this revision"
          placeholder="Comment (optional)"
          className="min-w-0 flex-1 basis-0 sm:min-w-40"
          maxLength={500}
          value={comment}
          onChange={(event) => kept.change({ comment: event.target.value })}
        />
        <Button onClick={draft.discard}>Discard</Button>
        <WriteButton
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={errors > 0 || conflict || lockOut.isWaiting}
        >
          Save revision
        </WriteButton>
      </form>
      <ReplayDrawer draft={draft.overrides} open={trying} onClose={() => setTrying(false)} />
      <ReviewDrawer draft={draft} open={reviewing} onOpenChange={setReviewing} />
    </div>
  );
}

function errorsIn(findings: readonly FindingView[]): number {
  return findings.filter(({ severity }) => severity === "error").length;
}

/** Whether a draft can be saved, in a few words with their icon and its colour. */
function standingOf({ findings, results, locksOut }: Draft): readonly [LucideIcon, tone: string, text: string] {
  const errors = errorsIn(findings);
  const warnings = findings.length - errors;
  const failing = (results ?? []).filter(({ passed }) => !passed).length;
  if (errors > 0) return [CircleAlert, "text-bad", `${errors} to fix`];
  if (locksOut) return [CircleAlert, "text-bad", "Locks you out"];
  if (failing > 0) return [CircleAlert, "text-bad", `${failing} policy ${failing === 1 ? "test fails" : "tests fail"}`];
  if (warnings > 0) return [TriangleAlert, "text-warn", `${warnings} ${warnings === 1 ? "warning" : "warnings"}`];
  return [CircleCheck, "text-good", "Ready to save"];
}

/** Why the save was refused, and what can be done about it. */
function RefusedSave({
  draft,
  lockOut,
  onForce,
}: {
  draft: Draft;
  lockOut: ReturnType<typeof useLockOut>;
  onForce: () => void;
}) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 border-b bg-bad-soft px-4 py-2 text-bad">
      <span className="min-w-0 flex-1 wrap-anywhere">{draft.refusal}</span>
      {draft.testFailed && (
        <Button size="small" busy={draft.save.isPending} onClick={onForce}>
          Save anyway
        </Button>
      )}
      {lockOut.lost.length > 0 && (
        <form
          className="basis-full text-ink"
          onSubmit={(event) => {
            event.preventDefault();
            if (lockOut.force) onForce();
          }}
        >
          <LockOutField lockOut={lockOut} />
        </form>
      )}
      {draft.conflict && (
        <>
          <div className="basis-full rounded-md bg-surface text-ink">
            <SettingsDifference
              label="Changed in the meantime"
              before={draft.from}
              after={draft.saved}
              configuration={draft.configuration}
            />
          </div>
          <Button size="small" onClick={draft.discard}>
            Drop my changes
          </Button>
          <Button size="small" onClick={draft.rebase}>
            Apply mine to the new revision
          </Button>
        </>
      )}
    </div>
  );
}

/** The changes that would be saved. */
function ReviewDrawer({
  draft: { changed, saved, overrides, configuration },
  ...drawer
}: {
  draft: Draft;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog {...drawer} place="right" title="Changes to be saved" description={changed.join(", ")}>
      <SettingsDifference label="Changes" before={saved} after={overrides} configuration={configuration} />
    </Dialog>
  );
}
