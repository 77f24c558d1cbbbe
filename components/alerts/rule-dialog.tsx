"use client";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { Checkbox } from "@/components/shared/forms/form";
import { RowForm } from "@/components/shared/forms/row-form";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import type { AlertType } from "@/lib/alert";
import { alertRuleContracts, type AlertRuleView } from "@/lib/wire/contracts/alerts/rules";
import { alertName } from "./alert-words";
import { ruleDraftOf, ruleValuesOf, thresholdsOf, typedFault, usualDraft } from "./rule-draft";
import { ThresholdField } from "./threshold-field";
import { ToldField } from "./told-field";

/** Changes when alerts of a type open, and who is told. */
export function RuleDialog({ type, open, onClose }: { type: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={alertName(type)}
      description="When such an alert opens, and who is told. In force on every node at once."
    >
      <EditedRow contract={alertRuleContracts.get} input={{ type: type as AlertType }}>
        {(opened) => <RuleForm opened={opened} onClose={onClose} />}
      </EditedRow>
    </Dialog>
  );
}

function RuleForm({ opened, onClose }: { opened: Versioned<AlertRuleView>; onClose: () => void }) {
  const type = opened.body.type as AlertType;
  const before = ruleValuesOf(type, ruleDraftOf(opened.body));
  const edit = useRowEdit({
    name: `alert_rule:${type}`,
    opened,
    draftOf: (row) => (row ? ruleDraftOf(row) : usualDraft(type)),
  });
  const { draft, change } = edit;
  const undo = useOperation(alertRuleContracts.update, {
    onSuccess: () => toast.success("Undone"),
    onError: (error) => toast.error(error.message),
    ifMatch: () => undefined,
  });
  const save = useOperation(alertRuleContracts.update, {
    onSuccess: ({ nodes }) => {
      toast.success(`Changed: ${alertName(type)}`, {
        description: describeReceipts(nodes, "In force"),
        action: { label: "Undo", onClick: () => undo.mutate({ type, ...before }) },
        duration: 15_000,
      });
      edit.forget();
      onClose();
    },
    ifMatch: edit.version.ifMatch,
  });
  const isFile = opened.body.source === "file";
  const isUsable = thresholdsOf(type).every(({ name }) => !typedFault(type, name, draft.thresholds[name] ?? ""));
  const hasChannels = draft.told !== "some" || draft.channels.length > 0;
  return (
    <RowForm
      edit={edit}
      save={save}
      submit="Save changes"
      isComplete={isUsable && hasChannels}
      comparedOf={({ enabled, channels, thresholds }) => ({ enabled, channels, thresholds })}
      onSubmit={() => save.mutate({ type, ...ruleValuesOf(type, draft) })}
      onClose={onClose}
    >
      {isFile ? (
        <p className="rounded-md bg-muted px-3 py-2 text-ink-soft">
          Whether it opens is said by <code className="font-mono">alert_types</code> in config.yaml:{" "}
          {opened.body.enabled ? "it does." : "it does not."}
        </p>
      ) : (
        <Checkbox
          label="Opens"
          hint="Otherwise nobody looks for it, and an alert that is open ends without a message."
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {thresholdsOf(type).map((threshold) => (
          <ThresholdField
            key={threshold.name}
            type={type}
            threshold={threshold}
            text={draft.thresholds[threshold.name] ?? ""}
            onText={(text) => change({ thresholds: { ...draft.thresholds, [threshold.name]: text } })}
          />
        ))}
      </div>
      <ToldField told={draft.told} channels={draft.channels} onChange={change} />
      <Button size="small" onClick={() => change({ ...usualDraft(type), ...(isFile && { enabled: draft.enabled }) })}>
        Fill in what is usual
      </Button>
    </RowForm>
  );
}
