"use client";
import { TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { addressOf } from "@/components/api/address";
import { holdPage } from "@/components/api/hold-page";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import type { GeneratedKey } from "@/lib/wire/key";
import { useCallableModel } from "./use-callable-model";

/** A new secret, shown only once, with an example of its use. Its dialog must set `insists`. */
export function GeneratedSecret({ generated, onDone }: { generated: GeneratedKey; onDone: () => void }) {
  const model = useCallableModel(generated);
  useLeaveQuestion();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(generated.key);
      toast.success("The key is on the clipboard");
      onDone();
    } catch {
      // Browsers give the clipboard to https and localhost only.
      toast.error("The browser does not allow copying here; select the key and copy it by hand.");
    }
  };
  return (
    <div className="space-y-4">
      <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        Copy it now. Only its hash is stored, so it cannot be shown again.
      </p>
      <CodeBlock label="Key" code={generated.key} wrap />
      {model === null ? (
        <p className="text-ink-soft">No model can be called with this key yet.</p>
      ) : (
        <CodeBlock label="Try it" code={exampleCall(generated.key, model ?? "…")} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {/* The second click of a double click was meant for the button that stood here before the secret came. */}
        <Button onClick={({ detail }) => detail < 2 && onDone()}>I have copied it</Button>
        <Button variant="primary" onClick={copy}>
          Copy and close
        </Button>
      </div>
    </div>
  );
}

function exampleCall(key: string, model: string): string {
  return `curl ${window.location.origin}${addressOf("/v1/chat/completions")} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": ${JSON.stringify(model)}, "messages": [{"role": "user", "content": "Hello"}]}'`;
}

/** Makes the browser ask before the page is left, and keeps the page when its session ends, to save the secret. */
function useLeaveQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = holdPage();
    window.addEventListener("beforeunload", ask);
    return () => {
      release();
      window.removeEventListener("beforeunload", ask);
    };
  }, []);
}
