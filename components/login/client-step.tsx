"use client";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { FormError } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/text-field";
import { WriteButton } from "@/components/shared/forms/write-button";
import { CopyButton } from "@/components/ui/copy-button";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";
import type { StoredLoginView } from "@/lib/wire/sign-in/login";

const WINDOW = "popup,width=520,height=720";

/** The client at the provider, and the test in a window. */
export function ClientStep({
  found: { issuer, label: foundLabel },
  kept,
  redirectAddress,
  onTrial,
}: {
  found: { readonly issuer: string; readonly label: string };
  /** The login that is kept for this issuer; null: there is none. */
  kept: StoredLoginView | null;
  redirectAddress: string;
  onTrial: (trialId: string) => void;
}) {
  const [clientId, setClientId] = useState(kept?.client_id ?? "");
  const [secret, setSecret] = useState("");
  const [label, setLabel] = useState(kept?.label ?? foundLabel);
  const test = useOperation(loginContracts.try, { keepsSecret: true });
  const isKept = kept !== null && kept.client_id === clientId.trim();
  const begin = () => {
    // Opened by the click itself: browsers keep windows from opening later.
    const opened = window.open("about:blank", "_blank", WINDOW);
    const typed = secret.trim();
    const asked = { issuer, client_id: clientId, ...(label.trim() !== "" && { label }) };
    test.mutate(
      { ...asked, ...(typed !== "" ? { client_secret: typed } : !isKept && { client_secret: null }) },
      {
        onSuccess({ trial_id: id, address }) {
          if (opened) opened.location.href = address;
          else window.location.href = address;
          onTrial(id);
        },
        onError: () => opened?.close(),
      },
    );
  };
  const fault = (name: string) =>
    test.error instanceof ApiError && test.error.param === name ? test.error.message : undefined;
  const isElsewhere = test.error !== null && fault("client_id") === undefined && fault("client_secret") === undefined;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <RedirectBlock address={redirectAddress} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Client id" required value={clientId} onValue={setClientId} error={fault("client_id")} />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="new-password"
          value={secret}
          onValue={setSecret}
          placeholder={isKept && kept.client_secret !== null ? `Kept: ${kept.client_secret}` : ""}
          error={fault("client_secret")}
          hint={
            isKept
              ? "Leave it empty to use the stored one."
              : "Encrypted in the database. Leave it empty for a public client."
          }
        />
        <TextField
          label="Name on the button"
          value={label}
          onValue={setLabel}
          hint={`Continue with ${label.trim() || foundLabel}`}
        />
      </div>
      {isElsewhere && <FormError error={test.error} />}
      <WriteButton type="submit" variant="primary" busy={test.isPending} disabled={clientId.trim() === ""}>
        <ExternalLink className="size-3.5" aria-hidden /> Test the login
      </WriteButton>
    </form>
  );
}

/** The address that the provider must allow, to copy. */
function RedirectBlock({ address }: { address: string }) {
  return (
    <div>
      <p className="mb-1">
        Register an application of the kind <em>web</em> at the provider, with this redirect address:
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border bg-muted/50 py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-meta wrap-anywhere">{address}</code>
        <CopyButton text={address} label="Copy" />
      </div>
    </div>
  );
}
