import { useEffect, useState } from "react";
import { addressOf } from "@/components/api/address";
import type { OutputOf } from "@/components/api/client";
import type { GeneratedKey } from "@/lib/wire/key";
import { modelContracts, usableModelContracts } from "@/lib/wire/contracts/models";

/**
 * A model that a new key may call, as the gateway answers the key itself. Null: none; undefined: not known, or not yet.
 * This is not a query, because the secret must not stay in the cache of queries. A key with `allowed_routes` would be
 * refused, so its model comes from its own list.
 */
export function useCallableModel(generated: GeneratedKey): string | null | undefined {
  return useKeyAnswer(generated).model;
}

/** As `useCallableModel`, and whether the gateway refused the key, so that no model will be known. */
export function useKeyAnswer({ key: secret, allowed_routes: routes, models }: GeneratedKey): {
  readonly model: string | null | undefined;
  readonly isRefused: boolean;
} {
  const [model, setModel] = useState<string | null>();
  const [isRefused, setRefused] = useState(false);
  const mayAsk = routes.length === 0;
  useEffect(() => {
    if (!mayAsk) return;
    const abort = new AbortController();
    void firstModel(secret, abort.signal)
      .then((found) => {
        setModel(found);
        setRefused(found === undefined);
      })
      .catch(() => setRefused(!abort.signal.aborted));
    return () => abort.abort();
  }, [secret, mayAsk]);
  return { model: mayAsk ? model : models.find((name) => !name.includes("*")), isRefused };
}

/** A plain name of the model list, or else the first of all names, because names behind a pattern may be old models. */
async function firstModel(secret: string, signal: AbortSignal): Promise<string | null | undefined> {
  const ask = (path: string) =>
    fetch(addressOf(path), {
      headers: { authorization: `Bearer ${secret}` },
      credentials: "omit",
      cache: "no-store",
      signal,
    });
  const listed = await ask(modelContracts.groups.path);
  if (!listed.ok) return undefined;
  // Not parsed again: the console and the gateway are one build.
  const { data: groups } = (await listed.json()) as OutputOf<typeof modelContracts.groups>;
  const plain = groups.find(({ is_pattern: isPattern }) => !isPattern);
  if (plain) return plain.model_group;
  const usable = await ask(`${usableModelContracts.list.path}?limit=1`);
  if (!usable.ok) return undefined;
  const { data } = (await usable.json()) as OutputOf<typeof usableModelContracts.list>;
  return data[0]?.id ?? null;
}
