"use client";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { GeneratedKey } from "@/lib/wire/key";
import { GeneratedSecret } from "./generated-secret";

/** A dialog that asks what a new secret is to be, and then shows it once: only its own buttons close it then. */
export function SecretDialog({
  open,
  title,
  generatedTitle,
  description,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  /** The title beside the secret. */
  generatedTitle: string;
  description?: string;
  onClose: () => void;
  /** The form, which is given what to do with the secret, and how to be closed. */
  children: (onGenerated: (generated: GeneratedKey) => void, close: () => void) => ReactNode;
}) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const done = () => {
    setGenerated(undefined);
    onClose();
  };
  return (
    <Dialog
      // A secret that comes while or after Escape is pressed is shown all the same: nobody could get it again.
      open={open || generated !== undefined}
      onOpenChange={onClose}
      insists={generated !== undefined}
      title={generated ? generatedTitle : title}
      description={generated ? undefined : description}
    >
      {generated ? <GeneratedSecret generated={generated} onDone={done} /> : children(setGenerated, onClose)}
    </Dialog>
  );
}
