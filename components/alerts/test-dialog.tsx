"use client";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { alertingContracts } from "@/lib/wire/contracts/alerting";
import { TestResults } from "./test-results";

/** Sends a test message to every channel, or to one, and shows what the receivers answered. */
export function TestDialog({
  channel,
  open,
  onClose,
}: {
  channel?: string | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={channel === undefined ? "Send a test to every channel" : `Send a test to ${channel}`}
      description="A message that says it is a test. Silences do not withhold it."
    >
      <TestForm channel={channel} onClose={onClose} />
    </Dialog>
  );
}

function TestForm({ channel, onClose }: { channel: string | undefined; onClose: () => void }) {
  const test = useOperation(alertingContracts.test);
  return (
    <Form
      submit={test.data ? "Send it again" : "Send the test"}
      busy={test.isPending}
      error={undefined}
      onSubmit={() => test.mutate(channel === undefined ? {} : { channel })}
      onCancel={onClose}
    >
      {test.data || test.error ? (
        <TestResults test={test} />
      ) : (
        <p className="text-ink-soft">What the receiver answers is shown here.</p>
      )}
    </Form>
  );
}
