"use client";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/api/use-read";
import { useOperation } from "@/components/api/use-operation";
import { SettingsFields } from "@/components/provider-settings/settings-fields";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import { modelCatalogueContracts, type ProviderView } from "@/lib/wire/contracts/model-catalogue";
import { AddedList } from "./added-list";
import { OfferedList } from "./offered-list";
import { type ProviderDraft, providerDraft, settingFields, typedParams } from "./provider-plan";
import { useAdding } from "./use-adding";

/** How to reach a provider, then its models to tick, then what became of each. */
export function ProviderForm({
  provider,
  onBack,
  onClose,
}: {
  provider: ProviderView;
  onBack: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<ProviderDraft>(() => providerDraft(provider));
  const change = (to: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...to }));
  const list = useOperation(modelCatalogueContracts.offered, { keepsSecret: true });
  const adding = useAdding();
  const { name } = provider;
  const ask = () => list.mutate({ provider: name, gateway_params: typedParams(name, draft) });
  const reach = (to: Partial<ProviderDraft>) => {
    // What was listed with another key is not offered with this one.
    list.reset();
    change(to);
  };
  if (adding.entries.length > 0) return <AddedList adding={adding} onClose={onClose} />;
  return (
    <div className="space-y-4">
      <form
        autoComplete="off"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <ProofFields provider={provider} draft={draft} onChange={reach} />
        <div className="flex gap-2">
          <Button type="button" variant="ghost" onClick={onBack}>
            <ArrowLeft className="size-4" aria-hidden /> Providers
          </Button>
          <WriteButton
            type="submit"
            variant={list.data ? "secondary" : "primary"}
            className="flex-1"
            busy={list.isPending}
            aria-disabled={!isReachable(provider, draft)}
          >
            List its models
          </WriteButton>
        </div>
      </form>
      {(list.error ?? adding.fault) && (
        <p role="alert" className="text-bad">
          {list.error?.message ?? adding.fault}
        </p>
      )}
      {list.data && (
        <OfferedList
          provider={name}
          offered={list.data}
          draft={draft}
          busy={adding.busy}
          onChange={change}
          onAdd={() =>
            void adding.start(name, draft, list.data.models, (made) => change({ proof: `named:${made}`, apiKey: "" }))
          }
        />
      )}
    </div>
  );
}

/** Whether enough is typed to ask: an address, where the provider has none, and a key, where one is to be typed. */
function isReachable(
  { needs_address: needsAddress }: ProviderView,
  { proof, apiKey, apiBase }: ProviderDraft,
): boolean {
  if (needsAddress && apiBase.trim() === "" && !proof.startsWith("named:")) return false;
  return proof !== "typed" || apiKey.trim() !== "";
}

function ProofFields({
  provider: { name, needs_address: needsAddress, key_variables: variables, has_key: hasKey, api_base: ownBase },
  draft,
  onChange,
}: {
  provider: ProviderView;
  draft: ProviderDraft;
  onChange: (to: Partial<ProviderDraft>) => void;
}) {
  const credentials = useRead(credentialContracts.list, {});
  const fields = settingFields(name);
  const named = (credentials.data?.data ?? []).map(({ credential_name: one }) => ({
    value: `named:${one}` as const,
    label: `The credential ${one}`,
  }));
  const usual = hasKey ? `The key in ${variables.join(" or ")}` : fields.length > 0 ? "The settings below" : "No key";
  const proofs = [{ value: "typed", label: "A new key" } as const, { value: "usual", label: usual } as const, ...named];
  return (
    <>
      <SelectField
        label="Authenticates with"
        hint="A new key becomes a credential, stored encrypted and never shown again."
        options={proofs}
        value={draft.proof}
        onValue={(proof) => onChange({ proof: proofs.find(({ value }) => value === proof)?.value ?? "typed" })}
      />
      {draft.proof === "typed" && (
        <Field label="API key">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              placeholder={variables[0]}
              value={draft.apiKey}
              onChange={(event) => onChange({ apiKey: event.target.value })}
            />
          )}
        </Field>
      )}
      {!draft.proof.startsWith("named:") && fields.length > 0 && (
        <SettingsFields
          fields={fields}
          stored={{}}
          draft={{ settings: draft.settings, removed: [] }}
          onChange={({ settings }) => onChange({ settings })}
        />
      )}
      <TextField
        label="Base address"
        hint={needsAddress ? "Where its API is." : "Only if it is not the provider's own."}
        placeholder={ownBase ?? "https://…"}
        value={draft.apiBase}
        onValue={(apiBase) => onChange({ apiBase })}
      />
    </>
  );
}
