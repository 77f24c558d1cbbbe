"use client";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { effectiveAccess, type EffectiveAccess, savedOverrides } from "@/components/access/draft";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { conflictOf } from "@/components/shared/drafts/use-version";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { Link } from "@/components/ui/link";
import { configContracts } from "@/lib/wire/contracts/config";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { CreationRepair } from "./creation-repair";
import { EntityRepairAction } from "./entity-repair";
import { MembershipRepair } from "./membership-repair";
import type { Repair } from "./repair";
import type { NameOf } from "./repair-sentence";
import { Tried } from "./tried";
import type { Refused } from "./what-if";

/** The form or link of a repair. `onDone`: called after something has changed. */
export function RepairAction({ repair, refused, nameOf, onDone }: ActionProps<Repair> & { nameOf: NameOf }) {
  switch (repair.kind) {
    case "settings":
      return <SettingsRepair repair={repair} refused={refused} onDone={onDone} />;
    case "entity":
      return <EntityRepairAction repair={repair} refused={refused} nameOf={nameOf} onDone={onDone} />;
    case "creation":
      return <CreationRepair repair={repair} onDone={onDone} />;
    case "membership":
      return <MembershipRepair repair={repair} refused={refused} nameOf={nameOf} onDone={onDone} />;
    case "elsewhere":
      return null;
    case "page":
      return (
        <Link href={repair.href} prefetch={false} className="mt-1 inline-block text-accent-text hover:underline">
          Go to {repair.label}
        </Link>
      );
  }
}

interface ActionProps<Kind extends Repair> {
  repair: Kind;
  refused: Refused;
  onDone: () => void;
}

/** The repair of settings: a draft that is tried on recorded traffic before it can be saved as a revision. */
function SettingsRepair({
  repair: { settings, sentence },
  refused,
  onDone,
}: ActionProps<Extract<Repair, { kind: "settings" }>>) {
  const configuration = useRead(configContracts.get, {});
  const { data } = configuration;
  /** The settings in force before somebody else changed them meanwhile. */
  const [overtaken, setOvertaken] = useState<EffectiveAccess>();
  const saved = data && savedOverrides(data);
  const inForce = data && saved && effectiveAccess(saved, data);
  const overrides = saved && { ...saved, ...settings };
  const save = useOperation(configContracts.saveRevision, {
    onSuccess: ({ revision, nodes }) => {
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: async (error) => {
      if (conflictOf(error)) setOvertaken(inForce);
      else toast.error(error.message);
      await configuration.refetch();
    },
    ifMatch: () => revisionTag(data?.revision),
  });
  return (
    <>
      {overtaken && inForce && (
        <ChangedNotice before={overtaken} now={inForce}>
          Someone else saved a revision in the meantime. Nothing is saved yet; your change would now be saved on top of
          theirs.
        </ChangedNotice>
      )}
      <Tried draft={overrides && { settings: overrides }} refused={refused}>
        {(isWorth) => (
          <WriteButton
            size="small"
            variant={isWorth ? "primary" : "secondary"}
            busy={save.isPending}
            onClick={() =>
              save.mutate({ settings: overrides, comment: sentence, base_revision: data?.revision?.id ?? null })
            }
          >
            Save as a revision
          </WriteButton>
        )}
      </Tried>
    </>
  );
}
