"use client";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import type { AlertType } from "@/lib/alert";
import { alertSilenceContracts, type AlertSilenceView } from "@/lib/wire/contracts/alerts/silences";
import { silencedThing } from "./silence-words";

/** Asks before a silence ends early, because whatever it withheld is told then. */
export function EndSilenceDialog({ row, onClose }: { row: AlertSilenceView | undefined; onClose: () => void }) {
  return (
    <RowDialog row={row} onClose={onClose} title={() => "End this silence?"}>
      {(silence) => <EndSilenceForm silence={silence} onClose={onClose} />}
    </RowDialog>
  );
}

function EndSilenceForm({ silence, onClose }: { silence: AlertSilenceView; onClose: () => void }) {
  const { silence_id, type, subject, reason, until } = silence;
  const undo = useOperation(alertSilenceContracts.create, {
    onSuccess: ({ nodes }) =>
      toast.success("The alerts are silenced again", { description: describeReceipts(nodes, "In force") }),
    onError: (error) => toast.error(error.message),
  });
  const end = useOperation(alertSilenceContracts.end, {
    onSuccess: ({ nodes }) => {
      toast.success("The silence is over", {
        description: describeReceipts(nodes, "In force"),
        action: {
          label: "Undo",
          onClick: () => undo.mutate({ type: type as AlertType | null, subject, reason, until }),
        },
        duration: 15_000,
      });
      onClose();
    },
  });
  return (
    <Form
      submit="End it"
      busy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ silence_id })}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {silencedThing(silence)}: {reason}
      </p>
      <p className="text-ink-soft">Alerts that it withheld and that are still open are told within seconds.</p>
      <UndoLine of="alerting.silences.end" />
    </Form>
  );
}
