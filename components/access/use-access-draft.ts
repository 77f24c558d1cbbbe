"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { ApiError, callOperation } from "@/components/api/client";
import { invalidate } from "@/components/api/use-operation";
import { configContracts } from "@/lib/wire/contracts/config";
import { describeReceipts } from "@/components/shared/receipts";
import { useDebounced } from "@/components/shared/use-debounced";
import type { FindingView } from "@/components/shared/findings";
import type { AccessOverrides, AccessSetting } from "@/lib/config/schema";
import { changedSettings, checkDraft, type Configuration, savedOverrides } from "./draft";

interface Draft {
  readonly overrides: AccessOverrides;
  /** The revision it was made from. */
  readonly base: number | null;
}

/** An edit of the access settings: its state, the findings about it, and the way to save it. */
export function useAccessDraft(configuration: Configuration) {
  const [draft, setDraft] = useState<Draft>();
  const queries = useQueryClient();
  const saved = useMemo(() => savedOverrides(configuration), [configuration]);
  const overrides = draft?.overrides ?? saved;
  const newest = configuration.revision?.id ?? null;
  const changed = changedSettings(saved, overrides);
  const findings = useFindings(overrides, configuration, changed.length > 0);

  const save = useMutation({
    mutationFn: (comment: string) =>
      callOperation(configContracts.saveRevision, {
        settings: overrides,
        comment,
        base_revision: draft?.base ?? newest,
      }),
    onSuccess: async ({ revision, nodes }) => {
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") });
      // The edit stays on the page until the saved settings have been read again, so that nothing flickers.
      await invalidate(queries, configContracts.saveRevision.invalidates);
      setDraft(undefined);
    },
    onError: async (error) => {
      // Shows what the other administrator has saved, next to the unsaved edit.
      if (isConflict(error)) await invalidate(queries, configContracts.saveRevision.invalidates);
    },
  });

  return {
    overrides,
    saved,
    changed,
    findings,
    save,
    conflict: isConflict(save.error),
    set<Name extends AccessSetting>(setting: Name, value: AccessOverrides[Name]): void {
      setDraft({ base: draft?.base ?? newest, overrides: { ...overrides, [setting]: value } });
    },
    reset(setting: AccessSetting): void {
      const { [setting]: _, ...rest } = overrides;
      setDraft({ base: draft?.base ?? newest, overrides: rest });
    },
    discard(): void {
      setDraft(undefined);
      save.reset();
    },
    /** Keeps the edit, to be saved over what somebody else saved in the meantime. */
    rebase(): void {
      setDraft({ base: newest, overrides });
      save.reset();
    },
  };
}

function isConflict(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** The findings of the check in the browser at once; those of the server, which also knows the routes, when typing pauses. */
function useFindings(
  overrides: AccessOverrides,
  configuration: Configuration,
  edited: boolean,
): readonly FindingView[] {
  const local = useMemo(() => checkDraft(overrides, configuration), [overrides, configuration]);
  const settled = useDebounced(overrides, 350);
  const remote = useQuery({
    // A check is worth what the file and the models were when it was made.
    queryKey: [configContracts.validate.path, configuration.generation, settled],
    queryFn: ({ signal }) => callOperation(configContracts.validate, { settings: settled }, signal),
    enabled: edited,
    retry: false,
  });
  return edited && settled === overrides && remote.data ? remote.data.findings : local;
}
