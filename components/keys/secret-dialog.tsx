"use client";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { GeneratedKey } from "@/lib/wire/key";
import { GeneratedSecret } from "./generated-secret";

/**
 * A dialog with a form for a new secret. It then shows the secret once, and from then on only its own buttons close it.
 */
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
  /** The title while the secret is shown. */
  generatedTitle: string;
  description?: string;
  onClose: () => void;
  /** Renders the form. `onGenerated` shows the secret that it generated, `close` closes the dialog. */
  children: (onGenerated: (generated: GeneratedKey) => void, close: () => void) => ReactNode;
}) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const done = () => {
    setGenerated(undefined);
    onClose();
  };
  return (
    <Dialog
      // A secret that arrives after Escape is shown anyway, because nobody could get it again.
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
