import { KeyRound } from "lucide-react";
import { Checkbox } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/text-field";
import { Button } from "@/components/ui/button";

/** What is done about the signing secret of a channel: undefined: it stays; null: the general one signs. */
export type Signing = string | null | undefined;

/** The signing secret of a webhook. `isKnown`: it has its own, which is not shown. */
export function SigningField({
  value,
  isKnown,
  onValue,
}: {
  value: Signing;
  isKnown: boolean;
  onValue: (to: Signing) => void;
}) {
  return (
    <div className="space-y-2">
      <TextField
        label="Signing secret"
        hint={
          isKnown
            ? "It has its own. Leave it empty to keep it."
            : "Optional, whsec_…. Left empty, the general secret signs its messages."
        }
        placeholder="whsec_…"
        className="font-mono"
        autoComplete="off"
        disabled={value === null}
        value={value ?? ""}
        onValue={(to) => onValue(to.trim() === "" ? undefined : to.trim())}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" disabled={value === null} onClick={() => onValue(newSecret())}>
          <KeyRound className="size-3.5" aria-hidden /> Generate
        </Button>
        {isKnown && (
          <Checkbox
            label="Sign with the general secret"
            hint="Its own is forgotten."
            checked={value === null}
            onChange={(isGeneral) => onValue(isGeneral ? null : undefined)}
          />
        )}
      </div>
      {typeof value === "string" && (
        <p className="text-meta text-ink-soft">Give it to the receiver now: it is not shown again.</p>
      )}
    </div>
  );
}

/** A random secret of Standard Webhooks: 32 bytes. */
function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}
