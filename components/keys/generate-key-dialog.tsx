"use client";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { GeneratedKey } from "@/lib/wire/key";
import { GeneratedSecret } from "./generated-secret";
import { KeyForm } from "./key-form";
import { type KeyOwner, NO_OWNER } from "./key-owner";

/** Generates a key, and shows its secret once. `owner`: who is filled in at first. */
export function GenerateKeyDialog({
  open,
  owner = NO_OWNER,
  onOpenChange,
}: {
  open: boolean;
  owner?: KeyOwner;
  onOpenChange: (open: boolean) => void;
}) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) setGenerated(undefined);
        onOpenChange(next);
      }}
      insists={generated !== undefined && open}
      title={generated && open ? "Your new key" : "Generate a key"}
    >
      {generated ? (
        <GeneratedSecret
          generated={generated}
          onDone={() => {
            setGenerated(undefined);
            close();
          }}
        />
      ) : (
        <KeyForm owner={owner} onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}
