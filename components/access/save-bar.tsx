"use client";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { LockOutField, useLockOut } from "@/components/shared/forms/lock-out";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { ReplayDrawer } from "./replay-drawer";
import { SettingsDifference } from "./settings-difference";
import type { useAccessDraft } from "./use-access-draft";

/** Shown at the bottom while there are unsaved changes: the findings, the changes, and the way to save them. */
export function SaveBar({ draft }: { draft: ReturnType<typeof useAccessDraft> }) {
  const kept = useKeptState("access comment", () => ({ comment: "" }));
  const { comment } = kept.state;
  const [reviewing, setReviewing] = useState(false);
  const [trying, setTrying] = useState(false);
  const { changed, findings, save, conflict } = draft;
  const lockOut = useLockOut(save.error);
  if (changed.length === 0) return null;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const failing = (draft.results ?? []).filter(({ passed }) => !passed).length;
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
      {save.isError && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b bg-bad-soft px-4 py-2 text-bad">
          <span className="min-w-0 flex-1 wrap-anywhere">{draft.refusal}</span>
          {draft.testFailed && (
            <Button size="small" busy={save.isPending} onClick={() => send(true)}>
              Save anyway
            </Button>
          )}
          {lockOut.lost.length > 0 && (
            <form
              className="basis-full text-ink"
              onSubmit={(event) => {
                event.preventDefault();
                if (lockOut.force) send(true);
              }}
            >
              <LockOutField lockOut={lockOut} />
            </form>
          )}
          {conflict && (
            <>
              <div className="basis-full rounded-md bg-surface text-ink">
                <SettingsDifference
                  label="Changed meanwhile"
                  before={draft.from}
                  after={draft.saved}
                  configuration={draft.configuration}
                />
              </div>
              <Button size="small" onClick={draft.discard}>
                Drop my changes
              </Button>
              <Button size="small" onClick={draft.rebase}>
                Keep them, on top of the new revision
              </Button>
            </>
          )}
        </div>
      )}
      {draft.isRestored && !save.isError && (
        <p role="status" className="border-b px-4 py-2 text-ink-soft">
          Your unsaved changes from before are back.
        </p>
      )}
      <form
        onSubmit={submit}
        className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2 sm:gap-x-3 sm:px-4 sm:py-2.5"
      >
        <div className="flex basis-full items-center gap-x-1 sm:basis-auto sm:gap-x-3">
          <span className="mr-auto flex items-center gap-1.5 font-medium sm:mr-0" aria-live="polite">
            {errors > 0 ? (
              <>
                <CircleAlert className="size-4 text-bad" aria-hidden /> {errors} to fix
              </>
            ) : draft.locksOut ? (
              <>
                <CircleAlert className="size-4 text-bad" aria-hidden /> Locks you out
              </>
            ) : failing > 0 ? (
              <>
                <CircleAlert className="size-4 text-bad" aria-hidden /> {failing} policy{" "}
                {failing === 1 ? "test fails" : "tests fail"}
              </>
            ) : warnings > 0 ? (
              <>
                <TriangleAlert className="size-4 text-warn" aria-hidden /> {warnings}{" "}
                {warnings === 1 ? "warning" : "warnings"}
              </>
            ) : (
              <>
                <CircleCheck className="size-4 text-good" aria-hidden /> Ready to save
              </>
            )}
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
      <Dialog
        open={reviewing}
        onOpenChange={setReviewing}
        place="right"
        title="Changes to be saved"
        description={changed.join(", ")}
      >
        <SettingsDifference
          label="Changes"
          before={draft.saved}
          after={draft.overrides}
          configuration={draft.configuration}
        />
      </Dialog>
    </div>
  );
}
