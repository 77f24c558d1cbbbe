"use client";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { PolicyTestDialog } from "@/components/access/policy-tests/policy-test-dialog";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { WriteButton } from "@/components/shared/forms/write-button";
import { configContracts } from "@/lib/wire/contracts/config";
import { revisionTag } from "@/lib/wire/edits/revision-tag";

/** Adds a policy test to the settings in force and saves them as a revision. */
export function AddPolicyTest({ test }: { test: Record<string, unknown> }) {
  const [open, setOpen] = useState(false);
  const configuration = useRead(configContracts.get, {}, { enabled: open });
  const { data } = configuration;
  const save = useOperation(configContracts.saveRevision, {
    onSuccess: ({ revision }) => {
      toast.success(`The policy test is part of revision ${revision.id}`);
      setOpen(false);
    },
    onError: () => configuration.refetch(),
    ifMatch: () => revisionTag(data?.revision),
  });
  return (
    <div>
      <WriteButton size="small" onClick={() => setOpen(true)}>
        <FlaskConical className="size-3.5" aria-hidden /> Add a test from this explanation
      </WriteButton>
      <PolicyTestDialog
        initial={open ? test : undefined}
        title="Add policy test"
        submit="Save as a revision"
        busy={save.isPending || configuration.isPending}
        error={save.error ?? configuration.error}
        onClose={() => {
          save.reset();
          setOpen(false);
        }}
        onSubmit={(added) => {
          if (!data) return;
          const overrides = savedOverrides(data);
          const tests = effectiveAccess(overrides, data).policy_tests;
          save.mutate({
            settings: { ...overrides, policy_tests: [...tests, added] },
            comment: `Add the policy test: ${added.name}`,
            base_revision: data.revision?.id ?? null,
          });
        }}
      />
    </div>
  );
}
