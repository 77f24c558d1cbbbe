import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callOperation } from "@/components/api/client";
import { invalidate } from "@/components/api/use-operation";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import type { OfferedModel } from "@/lib/wire/contracts/model-catalogue";
import { modelContracts } from "@/lib/wire/contracts/models";
import {
  holdsSecret,
  newCredential,
  type NewEntry,
  plannedEntries,
  type PlannedEntry,
  type ProviderDraft,
  typedParams,
} from "./provider-plan";

/** How far an entry has come. */
export interface Added {
  readonly name: string;
  readonly state: "waiting" | "testing" | "serving" | "failed";
  /** What the test said. */
  readonly says: string;
  readonly entry: NewEntry;
}

export interface Adding {
  readonly entries: readonly Added[];
  readonly busy: boolean;
  /** Why nothing was added. */
  readonly fault: string | undefined;
  /** `onCredential`: told the name of the credential that was made of what is typed. */
  readonly start: (
    provider: string,
    draft: ProviderDraft,
    offered: readonly OfferedModel[],
    onCredential: (name: string) => void,
  ) => Promise<void>;
  /** Adds an entry although its test failed. */
  readonly addAnyway: (index: number) => Promise<void>;
}

/**
 * Adds what is ticked: a credential for what is typed, then each entry, tested by one token and in force at once if it
 * answers.
 */
export function useAdding(): Adding {
  const queries = useQueryClient();
  const [entries, setEntries] = useState<readonly Added[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const pending = useRef(false);
  const tell = (index: number, to: Partial<Added>) =>
    setEntries((before) => before.map((one, at) => (at === index ? { ...one, ...to } : one)));
  const once = async (work: () => Promise<void>): Promise<void> => {
    // A double click comes before the button is drawn as off.
    if (pending.current) return;
    pending.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      await work();
      await invalidate(queries);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      pending.current = false;
      setBusy(false);
    }
  };
  return {
    entries,
    busy,
    fault,
    start: (provider, draft, offered, onCredential) =>
      once(async () => {
        const shared = await sharedParams(provider, draft, onCredential);
        const planned = plannedEntries(provider, draft, shared, offered);
        setEntries(planned.map(({ entry }) => ({ name: entry.model_name, state: "waiting", says: "", entry })));
        for (const [index, one] of planned.entries()) {
          tell(index, { state: "testing" });
          tell(index, await added(one));
        }
      }),
    addAnyway: (index) =>
      once(async () => {
        const one = entries[index];
        if (!one) return;
        await callOperation(modelContracts.new, one.entry);
        tell(index, { state: "serving" });
      }),
  };
}

/** What the entries share: a credential in place of typed secrets. @throws ApiError */
async function sharedParams(
  provider: string,
  draft: ProviderDraft,
  onCredential: (name: string) => void,
): Promise<Record<string, string>> {
  const params = typedParams(provider, draft);
  if (!holdsSecret(provider, params)) return params;
  const { data } = await callOperation(credentialContracts.list, {});
  const taken = data.map(({ credential_name: name }) => name);
  const { credential_name } = await callOperation(credentialContracts.create, newCredential(provider, params, taken));
  onCredential(credential_name);
  return { credential_name };
}

async function added({ entry, tried }: PlannedEntry): Promise<Partial<Added>> {
  try {
    if (tried !== undefined) {
      const { chat } = await callOperation(modelContracts.test, { ...entry, model: tried, chat: true });
      if (!chat?.ok) return { state: "failed", says: chat?.message ?? "It was not tested." };
    }
    await callOperation(modelContracts.new, entry);
    return { state: "serving", says: tried === undefined ? "Not tested: none of its models is known." : "" };
  } catch (error) {
    return { state: "failed", says: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "It failed.";
}
