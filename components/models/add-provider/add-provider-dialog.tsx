"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/api/use-read";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { PlainButton } from "@/components/ui/plain-button";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import { modelCatalogueContracts, type ProviderView } from "@/lib/wire/contracts/model-catalogue";
import { ProviderMark } from "./provider-mark";
import { ProviderForm } from "./provider-form";

/** Adds models by their provider: choose it, prove yourself to it, tick of what it lists. */
export function AddProviderDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<ProviderView>();
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  return (
    <Dialog
      place="right"
      open={open}
      onOpenChange={close}
      title={
        chosen ? (
          <span className="flex items-center gap-2.5">
            <ProviderMark name={chosen.name} /> {chosen.name}
          </span>
        ) : (
          "Add a provider"
        )
      }
      description={
        chosen ? "What is added is in force on every node at once." : "Then tick the models that callers may use."
      }
    >
      {chosen ? (
        <ProviderForm provider={chosen} onBack={() => setChosen(undefined)} onClose={close} />
      ) : (
        <ProviderChoice onChoose={setChosen} />
      )}
    </Dialog>
  );
}

function ProviderChoice({ onChoose }: { onChoose: (provider: ProviderView) => void }) {
  const providers = useRead(modelCatalogueContracts.providers, {});
  const [search, setSearch] = useState("");
  const found = providers.data?.data.filter(({ name }) => name.includes(search.trim().toLowerCase()));
  if (providers.isLoadingError) return <ErrorState error={providers.error} retry={() => void providers.refetch()} />;
  return (
    <div className="space-y-3">
      <Input
        type="search"
        aria-label="Search providers"
        placeholder="Search providers"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {!found && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      <ul aria-label="Providers" className="grid grid-cols-2 gap-2">
        {found?.map((provider) => (
          <li key={provider.name}>
            <PlainButton
              type="button"
              aria-label={provider.name}
              className="flex h-full w-full items-center gap-2.5 rounded-md border bg-surface px-3 py-2 text-left shadow-card hover:bg-hover"
              onClick={() => onChoose(provider)}
            >
              <ProviderMark name={provider.name} />
              <span className="min-w-0">
                <span className="block truncate font-medium">{provider.name}</span>
                <span className="block text-meta text-ink-faint">{about(provider)}</span>
              </span>
              {provider.has_key && (
                <span className="ml-auto">
                  <Badge tone="good">Key set</Badge>
                </span>
              )}
            </PlainButton>
          </li>
        ))}
      </ul>
      {found?.length === 0 && (
        <EmptyState
          icon={Search}
          title="No provider has this name"
          action={<Button onClick={() => setSearch("")}>Clear search</Button>}
        >
          Anything that speaks OpenAI&apos;s dialect can be added under New model, with its base address.
        </EmptyState>
      )}
      {found && found.length > 0 && (
        <Note>
          Anything else that speaks OpenAI&apos;s dialect: choose <code className="font-mono">openai</code> and give its
          base address.
        </Note>
      )}
    </div>
  );
}

function about({ entries, priced_models: priced, needs_address: needsAddress }: ProviderView): string {
  if (entries > 0) return entries === 1 ? "1 entry" : `${entries} entries`;
  if (needsAddress) return "Needs your address";
  return priced === 0 ? "Lists its models" : `${priced} priced models`;
}
