import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import type { GeneratedKey } from "@/lib/wire/key";

/** A new secret, which is shown only once, and an example of its use. */
export function GeneratedSecret({ generated, onDone }: { generated: GeneratedKey; onDone: () => void }) {
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
