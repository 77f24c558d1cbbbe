"use client";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { final } from "@/components/shared/forms/undo-text";
import { describeReceipts } from "@/components/shared/receipts";
import { signOut } from "@/components/shell/sign-out";
import { RowDialog } from "@/components/ui/dialog";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { describeSignIn, type Session } from "./describe-session";

/** Asks before a session is ended. Ending one's own session signs out. */
export function EndSessionDialog({ row, onClose }: { row: Session | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ name, current }) => (current ? "Sign out?" : `End the session of ${name}?`)}
      description={({ current }) =>
        current
          ? "This is the session that you are using."
          : "Their next request is refused, and they have to sign in again. To keep somebody out, block the user or disable the account at the provider."
      }
    >
      {(session) => <EndSessionForm session={session} onClose={onClose} />}
    </RowDialog>
  );
}

function EndSessionForm({ session, onClose }: { session: Session; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const end = useOperation(sessionContracts.end, {
    onSuccess: ({ nodes }) => {
      toast.success(`The session of ${session.name} has ended`, { description: describeReceipts(nodes, "Ended") });
      onClose();
    },
  });
  const confirm = (): void => {
    if (!session.current) return end.mutate({ session_ids: [session.session_id] });
    setLeaving(true);
    signOut().catch(() => setLeaving(false));
  };
  return (
    <Form
      submit={
        <>
          <LogOut className="size-3.5" aria-hidden /> {session.current ? "Sign out" : "End session"}
        </>
      }
      tone="danger"
      // Even accounts that may only look may end their own session.
      changes={!session.current}
      busy={end.isPending || isLeaving}
      disabled={false}
      error={end.error}
      onSubmit={confirm}
      onCancel={onClose}
    >
      <p className="text-ink-soft">
        Signed in through <span className="wrap-anywhere">{describeSignIn(session)}</span>
        {session.address !== null && ` from ${session.address}`}.
      </p>
      <UndoLine of="session.end" but={session.current ? final("You can sign in again.") : undefined} />
    </Form>
  );
}
