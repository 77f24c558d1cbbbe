"use client";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { GeneratedSecret } from "@/components/keys/generated-secret";
import { useKeyAnswer } from "@/components/keys/use-callable-model";
import { FormError } from "@/components/shared/forms/form";
import { WriteButton } from "@/components/shared/forms/write-button";
import { counted } from "@/components/shared/wording";
import { Dialog } from "@/components/ui/dialog";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { GeneratedKey } from "@/lib/wire/key";
import { StepResult } from "./step-result";
import { TextLink } from "./text-link";

/** The bounds of a first key, which can do no great harm: it expires, and can spend little. */
const BOUNDS = { duration: "30d", max_budget: 5 } as const;

/** The first key: generated here, shown once, and tried with the gateway. It stays in memory for the first call. */
export function FirstKey({
  keys,
  isOpen,
  generated,
  onGenerated,
}: {
  /** How many keys there are. */
  keys: number;
  isOpen: boolean;
  generated: GeneratedKey | undefined;
  onGenerated: (key: GeneratedKey) => void;
}) {
  const [isShown, setShown] = useState(false);
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (key) => {
      onGenerated(key);
      setShown(true);
    },
    keepsSecret: true,
  });
  return (
    <div className="mt-1.5 space-y-3 empty:hidden">
      {isOpen && (
        <>
          <p>
            A key is what an application sends to the gateway. This one is valid for 30 days and may spend $5; you can
            change both, and its models, under Keys.
          </p>
          <WriteButton
            variant="primary"
            busy={generate.isPending}
            onClick={() => generate.mutate({ ...BOUNDS, ...(keys === 0 && { key_alias: "first-key" }) })}
          >
            <KeyRound className="size-4" aria-hidden /> Generate the first key
          </WriteButton>
          <FormError error={generate.error} />
        </>
      )}
      {generated ? (
        <KeyProof generated={generated} />
      ) : (
        keys > 0 && <StepResult tone="good">{keys === 1 ? "One key" : counted(keys, "key")}</StepResult>
      )}
      <Dialog open={isShown && generated !== undefined} onOpenChange={setShown} insists title="Your new key">
        {generated && <GeneratedSecret generated={generated} onDone={() => setShown(false)} />}
      </Dialog>
    </div>
  );
}

/** Shows whether the gateway accepts the key, by a request with the key itself. */
function KeyProof({ generated }: { generated: GeneratedKey }) {
  const { model, isRefused } = useKeyAnswer(generated);
  if (isRefused)
    return (
      <StepResult tone="bad">
        The gateway does not accept {generated.key_name}. It may have been blocked or deleted in the meantime:{" "}
        <TextLink href="/console/keys">look at the keys</TextLink>, or generate another one there.
      </StepResult>
    );
  if (model === undefined) return <StepResult tone="busy">Asking the gateway with {generated.key_name}…</StepResult>;
  return model === null ? (
    <StepResult tone="warn">
      The gateway accepts {generated.key_name}, but no model can be called with it yet.{" "}
      <TextLink href="/console/models?new=1">Add a model</TextLink>.
    </StepResult>
  ) : (
    <StepResult tone="good">
      The gateway accepts {generated.key_name}. It may call <code className="font-mono">{model}</code>.
    </StepResult>
  );
}
