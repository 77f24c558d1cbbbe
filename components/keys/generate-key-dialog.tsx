"use client";
import { KeyForm } from "./key-form";
import { type KeyOwner, NO_OWNER } from "./key-owner";
import { SecretDialog } from "./secret-dialog";

/** Generates a key, and shows its secret once. `owner`: filled in at first. */
export function GenerateKeyDialog({
  open,
  owner = NO_OWNER,
  onOpenChange,
}: {
  open: boolean;
  owner?: KeyOwner;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <SecretDialog open={open} title="Generate a key" generatedTitle="Your new key" onClose={() => onOpenChange(false)}>
      {(onGenerated, close) => <KeyForm owner={owner} onSaved={onGenerated} onCancel={close} />}
    </SecretDialog>
  );
}
