import { useEffect, useState } from "react";
import { addressOf } from "@/components/api/address";
import type { GeneratedKey } from "@/lib/wire/key";
import { usableModelContracts } from "@/lib/wire/contracts/models";

/**
 * A model that a new key may call, as the gateway answers the key itself; null: none. Undefined: not known, or not yet. It
 * is no query, because the secret must not stay in the memory of queries. A key with routes of its own is not used to ask,
 * since it would be refused; its own list of models may name one.
 */
export function useCallableModel({
  key: secret,
  allowed_routes: routes,
  models,
}: GeneratedKey): string | null | undefined {
  const [model, setModel] = useState<string | null>();
  const mayAsk = routes.length === 0;
  useEffect(() => {
    if (!mayAsk) return;
    const abort = new AbortController();
    void firstModel(secret, abort.signal)
      .then(setModel)
      .catch(() => {});
    return () => abort.abort();
  }, [secret, mayAsk]);
  return mayAsk ? model : models.find((name) => !name.includes("*"));
}

async function firstModel(secret: string, signal: AbortSignal): Promise<string | null | undefined> {
  const { path, output } = usableModelContracts.list;
  const response = await fetch(addressOf(`${path}?limit=1`), {
    headers: { authorization: `Bearer ${secret}` },
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  if (!response.ok) return undefined;
  const { data } = output.parse(await response.json());
  return data[0]?.id ?? null;
}
