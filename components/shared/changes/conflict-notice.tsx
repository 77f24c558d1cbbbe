import { useEffect, useRef } from "react";
import type { EditVersion } from "@/components/shared/drafts/use-version";
import { Button } from "@/components/ui/button";
import type { ChangedMeanwhile } from "@/lib/wire/edits/changed-meanwhile";
import { changesMeanwhile } from "./field-changes";
import { FieldChangesList } from "./field-changes-list";

/** What somebody else changed while a form was open, and the choice between the two versions. */
export function ConflictNotice({
  opened,
  conflict: { current, etag },
  version,
  busy,
  onSave,
  onTakeTheirs,
}: {
  /** The row as it was when the form was opened. */
  opened: object;
  conflict: ChangedMeanwhile;
  /** The version that a save is based on. To save anyway, it is moved to the version in force. */
  version: EditVersion;
  busy: boolean;
  onSave: () => void;
  onTakeTheirs: () => void;
}) {
  const notice = useRef<HTMLDivElement>(null);
  // The notice stands at the end of a form that may be long, so it is scrolled into view.
  useEffect(() => {
    // `void`, because newer browsers return a promise, which an effect must not return.
    void notice.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const changes = changesMeanwhile(opened, current);
  return (
    // The margin keeps the notice clear of the form's buttons, which stay in sight below it.
    <div ref={notice} role="alert" className="scroll-mb-24 space-y-2 rounded-md bg-warn-soft p-3">
      <p className="font-medium text-warn">Someone else changed this while you edited it. Nothing is saved yet.</p>
      <div className="rounded-md bg-surface">
        <FieldChangesList label="Changed in the meantime" changes={changes} />
      </div>
      <p className="text-meta text-ink-soft">
        Saving yours overwrites only the fields that you changed. Taking theirs drops what you typed.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busy}
          onClick={() => {
            version.basedOn(etag);
            onSave();
          }}
        >
          Save mine anyway
        </Button>
        <Button size="small" aria-disabled={busy} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
