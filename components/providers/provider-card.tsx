"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FlaskConical, RotateCw } from "lucide-react";
import { callOperation } from "@/components/api/client";
import { formatCount, formatTime } from "@/components/api/format";
import { invalidate } from "@/components/api/use-operation";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { type IdentityProvider, type KeyDrill, providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { isNotFetched } from "./not-fetched";
import { EntityLink } from "@/components/shared/entity-link";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { capitalised } from "@/components/shared/wording";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Mono } from "@/components/ui/text";
import { differKeys } from "./key-difference";
import { DifferencePanel } from "./difference-panel";
import { KeysTable } from "./keys-table";

/** One key set of an identity provider, with the buttons that rehearse a rotation and fetch the keys now. */
export function ProviderCard({ provider }: { provider: IdentityProvider }) {
  const queries = useQueryClient();
  const drill = useSingleMutation({
    mutationFn: () => callOperation(providerKeyContracts.drill, { url: provider.url }),
  });
  const refresh = useSingleMutation({
    mutationFn: async () => {
      const { data } = await callOperation(providerKeyContracts.refresh, { url: provider.url });
      // An address may be configured twice, so the provider with the issuer of this card is taken.
      const after = data.find(({ issuer }) => issuer === provider.issuer) ?? data[0] ?? provider;
      return { error: after.last_error, difference: differKeys(provider.keys, after.keys) };
    },
    onSuccess: () => invalidate(queries),
  });
  const title = provider.issuer ?? "Issuer not known yet";
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">
              {provider.issuer === null ? title : <EntityLink kind="issuer" id={provider.issuer} />}
            </span>
            <ProviderStatus provider={provider} />
          </span>
        }
      >
        <Button
          busy={drill.isPending}
          aria-label={`Drill ${title}`}
          onClick={() => {
            refresh.reset();
            drill.mutate();
          }}
        >
          <FlaskConical className="size-3.5" aria-hidden /> Drill
        </Button>
        <WriteButton
          busy={refresh.isPending}
          aria-label={`Refresh ${title}`}
          onClick={() => {
            drill.reset();
            refresh.mutate();
          }}
        >
          <RotateCw className="size-3.5" aria-hidden /> Refresh
        </WriteButton>
      </CardHeader>
      <div className="p-4">
        <Facts rows={fetchFacts(provider)} />
      </div>
      <div aria-live="polite">
        {drill.isError && <Failure message={drill.error.message} />}
        {refresh.isError && <Failure message={refresh.error.message} />}
        {drill.data && <DrillResult drill={drill.data} onClose={() => drill.reset()} />}
        {refresh.data && (
          <DifferencePanel
            title={refresh.data.error ? "The keys could not be fetched" : "Refreshed"}
            tone={refresh.data.error ? "bad" : "good"}
            difference={refresh.data.error ? undefined : refresh.data.difference}
            onClose={() => refresh.reset()}
          >
            {refresh.data.error === null ? "This node now uses these keys." : sentence(refresh.data.error)}
          </DifferencePanel>
        )}
      </div>
      <KeysTable keys={provider.keys} isNotFetched={isNotFetched(provider)} />
    </Card>
  );
}

/** Where the keys come from, and when. */
function fetchFacts(provider: IdentityProvider): (readonly [string, ReactNode])[] {
  return [
    [
      "Address",
      <Mono key="address" className="flex items-center gap-1">
        <span className="wrap-anywhere">{provider.url}</span>
        <CopyButton compact text={provider.url} label="Copy address" />
      </Mono>,
    ],
    [
      "Last fetch",
      provider.fetched_at ? (
        <Ago key="fetched" iso={provider.fetched_at} />
      ) : isNotFetched(provider) ? (
        "Not yet: it comes with the first token"
      ) : (
        "No fetch has succeeded yet"
      ),
    ],
    [
      "Next refresh",
      provider.next_refresh_at
        ? `With the first token after ${formatTime(provider.next_refresh_at)}`
        : "With the next token",
    ],
    [
      "Last error",
      provider.last_error ? (
        <span key="error" className="text-bad">
          {capitalised(provider.last_error)}
        </span>
      ) : (
        "None"
      ),
    ],
  ];
}

/** Whether tokens of a provider can be verified. */
export function ProviderStatus({ provider }: { provider: IdentityProvider }) {
  if (isNotFetched(provider))
    return (
      <Badge title="Keys are fetched when the first token arrives, or when you press Refresh.">Not fetched yet</Badge>
    );
  if (!provider.usable)
    return (
      <Badge tone="bad" title="No token of this provider can be verified.">
        No usable keys
      </Badge>
    );
  if (provider.stale)
    return (
      <Badge tone="warn" title="The provider is down. The keys in use are older than the settings allow.">
        Stale
      </Badge>
    );
  return <Badge tone="good">Usable</Badge>;
}

function DrillResult({ drill, onClose }: { drill: KeyDrill; onClose: () => void }) {
  if (!drill.reachable) {
    return (
      <DifferencePanel title="Drill: the provider did not answer" tone="bad" onClose={onClose}>
        {drill.error === null ? "" : sentence(drill.error)} The keys in use do not change.
      </DifferencePanel>
    );
  }
  const { would_fail: failing, recent_tokens: recent } = drill;
  const tokens =
    recent === 0
      ? "This node remembers no valid token since the settings or the keys last changed, so nobody is known to be affected."
      : `Of ${recent === 1 ? "1 token" : `${formatCount(recent)} tokens`} verified recently and still valid, ${failing === 0 ? "none" : formatCount(failing)} would be refused.`;
  const leavesNone = drill.removed.length > 0 && drill.added.length + drill.kept.length === 0;
  return (
    <DifferencePanel
      title="Drill: what a refresh would change"
      tone={leavesNone ? "bad" : failing > 0 || drill.removed.length > 0 ? "warn" : "neutral"}
      difference={drill}
      onClose={onClose}
    >
      Nothing was changed. {leavesNone && "A refresh would leave no key: every token would be refused. "}
      {tokens}
    </DifferencePanel>
  );
}

/** The message of an error, with a capital and a full stop. */
function sentence(error: string): string {
  return `${capitalised(error)}${error.endsWith(".") ? "" : "."}`;
}

function Failure({ message }: { message: string }) {
  return (
    <p role="alert" className="mx-4 mb-4 rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
      {message}
    </p>
  );
}
