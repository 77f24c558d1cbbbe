"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import type { Configuration, SavedRevision, Validation } from "@/components/api/types";
import { describeReceipts } from "@/components/shared/receipts";
import { useDebounced } from "@/components/shared/use-debounced";
import type { Finding } from "@/lib/config/finding";
import type { AccessOverrides, AccessSetting } from "@/lib/config/schema";
import { changedSettings, checkDraft, savedOverrides } from "./draft";

interface Draft {
  readonly overrides: AccessOverrides;
  /** The revision it was made from. */
  readonly base: number | null;
}

/** An edit of the access settings: its state, what the check says about it, and saving it. */
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
      apiPost<SavedRevision>("/config/revisions", {
        settings: overrides,
        comment,
        base_revision: draft?.base ?? newest,
      }),
    onSuccess: async ({ revision, nodes }) => {
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") });
      await queries.invalidateQueries({ queryKey: ["configuration"] });
      setDraft(undefined);
    },
    onError: async (error) => {
      // Shows what the other administrator saved, beside the unsaved edit.
      if (isConflict(error)) await queries.invalidateQueries({ queryKey: ["configuration"] });
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

/** At once what the browser's own check says, and as soon as typing pauses what the server's says, which also knows the routes. */
function useFindings(overrides: AccessOverrides, configuration: Configuration, edited: boolean): readonly Finding[] {
  const local = useMemo(() => checkDraft(overrides, configuration), [overrides, configuration]);
  const settled = useDebounced(overrides, 350);
  const remote = useQuery({
    queryKey: ["validation", configuration.generation, settled],
    queryFn: ({ signal }) => apiPost<Validation>("/config/validate", { settings: settled }, signal),
    enabled: edited,
    retry: false,
  });
  return edited && settled === overrides && remote.data ? remote.data.findings : local;
}
