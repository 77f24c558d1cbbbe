"use client";
import { Plus, Zap } from "lucide-react";
import { useState } from "react";
import { type OutputOf, queryString } from "@/components/api/client";
import { Mono } from "@/components/ui/text";
import { useOperation } from "@/components/api/use-operation";
import { testVerdict } from "@/components/models/test-verdict";
import { WriteButton } from "@/components/shared/forms/write-button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { modelContracts } from "@/lib/wire/contracts/models";
import { StepResult } from "./step-result";
import { TextLink } from "./text-link";

const EntryDialog = lazyDialog(
  () => import("@/components/models/entry-dialog").then((module) => module.EntryDialog),
  ({ open }) => open,
);

/** The first model: added in the console, and tried as soon as it is there. */
export function FirstModel({ names, isOpen }: { names: readonly string[]; isOpen: boolean }) {
  const [adding, setAdding] = useState(false);
  const test = useOperation(modelContracts.test);
  const [added, setAdded] = useState<{ readonly id: string; readonly name: string }>();
  const saved = ({ id, model_name: name }: OutputOf<typeof modelContracts.new>) => {
    setAdded({ id, name });
    test.mutate({ id });
  };
  const verdict = test.data && testVerdict(test.data).list;
  const [first] = names;
  return (
    <div className="mt-1.5 space-y-3 empty:hidden">
      {isOpen && (
        <>
          <p>
            Name a model as callers will, say which provider&apos;s model serves it, and give its key. A pattern such as{" "}
            <Mono as="code">openai/*</Mono> serves a whole provider with one entry. Test it before you save it.
          </p>
          <WriteButton variant="primary" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden /> Add the first model
          </WriteButton>
        </>
      )}
      {test.isPending ? (
        <StepResult tone="busy">Asking the provider for its models…</StepResult>
      ) : test.isError ? (
        <StepResult tone="bad">
          <code className="font-mono">{added?.name}</code> cannot be tested. {test.error.message}
        </StepResult>
      ) : verdict ? (
        <StepResult tone={verdict.tone}>
          {verdict.tone === "bad" && <strong className="font-semibold text-ink">{verdict.title}. </strong>}
          <code className="font-mono">{added?.name}</code>: {test.data.list.message}
        </StepResult>
      ) : (
        first !== undefined && (
          <StepResult tone="good">
            <code className="font-mono">{first}</code>
            {names.length > 1 && ` and ${names.length - 1} more`}
          </StepResult>
        )
      )}
      {added && !test.isPending && verdict?.tone !== "good" && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-meta">
          <TextLink href={`/console/models${queryString({ id: added.id })}`}>Correct the model</TextLink>
          <WriteButton size="small" onClick={() => test.mutate({ id: added.id })}>
            <Zap className="size-3.5" aria-hidden /> Test it again
          </WriteButton>
        </p>
      )}
      <EntryDialog open={adding} onClose={() => setAdding(false)} onAdded={saved} />
    </div>
  );
}
