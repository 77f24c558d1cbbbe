import { useRead } from "@/components/api/use-read";
import { useDebounced } from "@/components/shared/use-debounced";
import { usableModelContracts } from "@/lib/wire/contracts/models";
import { playgroundContracts } from "@/lib/wire/contracts/playground";
import { type CallableModels, callableModels } from "./callable-models";
import { type ChosenIdentity, type Draft, readIdentity } from "./draft";

/** The models that whoever a draft calls as may call, and what is wrong with the identity. */
export function useCallableModels(draft: Draft): CallableModels {
  const chosen = readIdentity(draft);
  const asked = useDebounced(JSON.stringify("fault" in chosen ? null : (chosen.as ?? null)), 400);
  const as = JSON.parse(asked) as ChosenIdentity | null;
  const isSelf = draft.by === "self";
  const own = useRead(usableModelContracts.list, {}, { enabled: isSelf });
  const found = useRead(
    playgroundContracts.models,
    { as: as ?? {} },
    { enabled: as !== null && !isSelf, retry: false },
  );
  if (!isSelf) return callableModels(as !== null, found, "The identity");
  const models = own.data?.data.map(({ id }) => id);
  return callableModels(true, { data: models && { models }, error: own.error }, "You");
}
