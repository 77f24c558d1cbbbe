"use client";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import type { GeneratedKey } from "@/lib/wire/key";
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

function GeneratedSecret({ generated, onDone }: { generated: GeneratedKey; onDone: () => void }) {
  const example = `curl ${window.location.origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${generated.key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${generated.models[0] ?? "gpt-4o"}", "messages": [{"role": "user", "content": "Hello"}]}'`;
  return (
    <div className="space-y-4">
      <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        Copy it now. Only its hash is stored, so it cannot be shown again.
      </p>
      <CodeBlock label="Key" code={generated.key} wrap />
      <CodeBlock label="Try it" code={example} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}
