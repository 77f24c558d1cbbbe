"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { ApiError, callOperation, callVersioned } from "@/components/api/client";
import { invalidate } from "@/components/api/use-operation";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { configContracts } from "@/lib/wire/contracts/config";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { conflictOf } from "@/components/shared/drafts/use-version";
import { describeReceipts } from "@/components/shared/receipts";
import { useDebounced } from "@/components/shared/use-debounced";
import type { FindingView } from "@/components/shared/findings";
import type { AccessOverrides, AccessSetting } from "@/lib/config/schema";
import type { PolicyTestView } from "@/lib/wire/policy-test";
import { forgetTypedSecrets, withTypedSecrets } from "./issuers/typed-secrets";
import { changedSettings, checkDraft, type Configuration, effectiveAccess, savedOverrides } from "./draft";
import { rebased } from "./rebased";

interface Draft {
  readonly overrides: AccessOverrides;
  /** The revision that the draft was made from, and the overrides of that revision. */
  readonly base: number | null;
  readonly from: AccessOverrides;
}

/** The id of the message that an edit was discarded. */
const DISCARDED = "discarded";

/** An edit of the access settings: its state, the findings about it, and the way to save it. */
export function useAccessDraft(configuration: Configuration) {
  const kept = useKeptState<{ draft: Draft | null }>("access", () => ({ draft: null }));
  const draft = kept.state.draft ?? undefined;
  const setDraft = (changed: Draft | undefined) => (changed ? kept.change({ draft: changed }) : kept.startOver());
  const saved = useMemo(() => savedOverrides(configuration), [configuration]);
  const overrides = draft?.overrides ?? saved;
  const from = draft?.from ?? saved;
  const newest = configuration.revision?.id ?? null;
  const edit = (changed: AccessOverrides) => {
    // The message goes, because its Undo would now discard this edit.
    toast.dismiss(DISCARDED);
    setDraft({ base: draft?.base ?? newest, from, overrides: changed });
  };
  const changed = changedSettings(saved, overrides);
  const { findings, results, locksOut } = useChecks(overrides, configuration, changed.length > 0);

  const save = useSave(overrides, draft?.base ?? newest, () => setDraft(undefined));

  return {
    configuration,
    overrides,
    saved,
    changed,
    /** Whether the edit was made on an earlier visit of the page. */
    isRestored: kept.isRestored,
    findings,
    /** The results of the policy tests; undefined until the draft has been tried. */
    results,
    /** Whether the draft, once saved, would lock out the person who edits it. */
    locksOut,
    save,
    conflict: isConflict(save.error),
    /** Why the save was refused, in words; undefined: it was not. */
    refusal:
      isConflict(save.error) && configuration.revision
        ? `Revision ${configuration.revision.id} was saved in the meantime, by ${configuration.revision.actor}. Your changes are not saved yet.`
        : save.error?.message,
    /** Whether the save was refused because a policy test fails. */
    testFailed: isTestFailure(save.error),
    set<Name extends AccessSetting>(setting: Name, value: AccessOverrides[Name]): void {
      edit({ ...overrides, [setting]: value });
    },
    /** Sets the settings that are given. */
    put(settings: AccessOverrides): void {
      edit({ ...overrides, ...settings });
    },
    reset(setting: AccessSetting): void {
      const { [setting]: _, ...rest } = overrides;
      edit(rest);
    },
    discard(): void {
      setDraft(undefined);
      const putSecretsBack = forgetTypedSecrets();
      save.reset();
      if (!draft) return;
      const undo = (): void => {
        putSecretsBack();
        setDraft(draft);
      };
      toast.message("Your changes are discarded", {
        id: DISCARDED,
        action: { label: "Undo", onClick: undo },
        duration: 15_000,
      });
    },
    /** The overrides that the edit was made from. */
    from,
    /** Keeps the edit, to be saved on top of what somebody else saved in the meantime. */
    rebase(): void {
      setDraft({
        base: newest,
        from: saved,
        overrides: rebased(from, overrides, saved, effectiveAccess({}, configuration)),
      });
      save.reset();
    },
  };
}

/** Saves overrides as a revision on top of another one. */
function useSave(overrides: AccessOverrides, base: number | null, onSaved: () => void) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ comment, force = false }: { readonly comment: string; readonly force?: boolean }) =>
      callVersioned(
        configContracts.saveRevision,
        { settings: withTypedSecrets(overrides), comment, base_revision: base, force },
        { ifMatch: revisionTag(base === null ? null : { id: base }) },
      ),
    onSuccess: async ({ body: { revision, nodes } }) => {
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") });
      // The edit stays on the page until the saved settings have been read again, so that nothing flickers.
      await invalidate(queries);
      onSaved();
      forgetTypedSecrets();
    },
    onError: async (error) => {
      // Shows what the other administrator has saved, next to the unsaved edit.
      if (isConflict(error)) await invalidate(queries);
    },
  });
}

function isConflict(error: Error | null): boolean {
  return conflictOf(error) !== undefined || (error instanceof ApiError && error.code === "revision_conflict");
}

/** Whether settings were refused because a policy test fails. They can be saved anyway. */
export function isTestFailure(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "policy_test_failed";
}

/**
 * The findings about a draft: those of the check in the browser at once, and when typing pauses those of the server,
 * which also knows the routes and runs the policy tests.
 */
function useChecks(
  overrides: AccessOverrides,
  configuration: Configuration,
  edited: boolean,
): {
  readonly findings: readonly FindingView[];
  readonly results: readonly PolicyTestView[] | undefined;
  readonly locksOut: boolean;
} {
  const local = useMemo(() => checkDraft(overrides, configuration), [overrides, configuration]);
  const settled = useDebounced(overrides, 350);
  const hasTests = effectiveAccess(overrides, configuration).policy_tests.length > 0;
  const remote = useQuery({
    // A result is valid only for the file and the models that it was checked against.
    queryKey: [configContracts.validate.path, configuration.generation, settled],
    queryFn: ({ signal }) => callOperation(configContracts.validate, { settings: withTypedSecrets(settled) }, signal),
    enabled: edited || hasTests,
    retry: false,
  });
  const answer = settled === overrides ? remote.data : undefined;
  return {
    findings: answer ? answer.findings : local,
    results: answer?.policy_tests,
    locksOut: answer !== undefined && answer.locks_out.length > 0,
  };
}
