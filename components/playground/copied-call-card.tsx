"use client";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Segmented } from "@/components/ui/segmented";
import { copiedCall, type Language } from "./copied-call";
import type { Ask } from "./draft";

const OPTIONS: readonly { value: Language; label: string }[] = [
  { value: "curl", label: "curl" },
  { value: "python", label: "Python" },
  { value: "typescript", label: "TypeScript" },
];

/** The same call for use elsewhere, with the reader's own credential. */
export function CopiedCallCard({ ask }: { ask: Ask }) {
  const [language, setLanguage] = useState<Language>("curl");
  const name = OPTIONS.find(({ value }) => value === language)?.label ?? "";
  return (
    <Card>
      <CardHeader title="The same call elsewhere" description="Put a key or a token in place of YOUR_KEY.">
        <Segmented label="Language" options={OPTIONS} value={language} onChange={setLanguage} />
      </CardHeader>
      <div className="p-4">
        <CodeBlock label={`Call in ${name}`} code={copiedCall(language, window.location.origin + addressOf(""), ask)} />
      </div>
    </Card>
  );
}
