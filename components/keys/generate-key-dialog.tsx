"use client";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { GeneratedKey } from "@/lib/wire/key";
import { GeneratedSecret } from "./generated-secret";
import { KeyForm } from "./key-form";

export function GenerateKeyDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
        <KeyForm onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}
