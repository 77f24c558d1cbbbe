"use client";
import { useRead } from "@/components/api/use-read";
import { EditedEntry } from "@/components/models/edited-entry";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { EntityLink } from "@/components/shared/entity-link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { teamOfMember, userOfMember } from "@/lib/entity-type";
import { modelContracts } from "@/lib/wire/contracts/models";
import { teamContracts, teamMemberContracts } from "@/lib/wire/contracts/teams";
import { EntityStep, type Taken } from "./entity-step-form";
import type { Repair } from "./repair";
import type { NameOf } from "./repair-sentence";
import { entryRow, memberFields, memberRow } from "./repaired-rows";
import { ROW_OPERATIONS } from "./row-source";

type Acting = Taken & { repair: Extract<Repair, { kind: "entity" }>; nameOf: NameOf };

/** Makes the smallest change of one row that lets a refused request pass, after a try on recorded traffic. */
export function EntityRepairAction(acting: Acting) {
  const { nameOf, ...taken } = acting;
  const { entity, id } = taken.repair;
  switch (entity) {
    case "member":
      return <MemberRepair {...acting} />;
    case "model":
      return <EntryRepairs {...taken} />;
    default: {
      const { contracts, idField } = ROW_OPERATIONS[entity];
      return (
        <EditedRow contract={contracts.info} input={{ [idField]: id }} lines={2}>
          {(opened) => (
            <EntityStep
              {...taken}
              target={{
                entity,
                id,
                name: nameOf(entity, id),
                update: contracts.update,
                reference: { [idField]: id },
              }}
              opened={opened}
            />
          )}
        </EditedRow>
      );
    }
  }
}

function MemberRepair({ repair: { id, ...repair }, nameOf, ...taken }: Acting) {
  const team_id = teamOfMember(id);
  const user_id = userOfMember(id);
  return (
    <EditedRow contract={teamContracts.info} input={{ team_id }} lines={2}>
      {({ body: team }) => {
        const member = team.members_with_roles.find((one) => one.user_id === user_id);
        if (!member)
          return <p className="mt-2 text-meta text-ink-soft">{nameOf("user", user_id)} is not a member of the team.</p>;
        const name = nameOf("user", user_id);
        const target = { entity: "member", id, name, update: teamMemberContracts.update } as const;
        return (
          <EntityStep
            {...taken}
            repair={repair}
            target={{ ...target, reference: { team_id, user_id }, rowOf: memberRow, fieldsOf: memberFields }}
            opened={{ body: memberRow(member), etag: member.etag }}
          />
        );
      }}
    </EditedRow>
  );
}

/** The repairs of a model's entries. Those of the database are changed here, those of the file are taken over first. */
function EntryRepairs({ repair, ...taken }: Omit<Acting, "nameOf">) {
  const models = useRead(modelContracts.info, {});
  if (models.isLoadingError)
    return (
      <div className="mt-2">
        <InlineError error={models.error} name="models" retry={() => void models.refetch()} />
      </div>
    );
  if (!models.data) return <Skeleton className="mt-2 h-8 w-full" />;
  const entries = models.data.data.filter((entry) => entry.model_name === repair.id);
  return entries.map((entry) =>
    entry.source === "file" ? (
      <p key={entry.id} className="mt-2 text-meta text-ink-soft">
        It is in config.yaml.{" "}
        <EntityLink kind="deployment" id={entry.id}>
          Take the entry over
        </EntityLink>{" "}
        to change it here.
      </p>
    ) : (
      <EditedEntry key={entry.id} id={entry.id} lines={2}>
        {({ body, etag }) => (
          <EntityStep
            {...taken}
            repair={repair}
            target={{
              entity: "model",
              id: entry.id,
              name: entry.model_name,
              reference: { id: entry.id },
              update: modelContracts.update,
              rowOf: entryRow,
              fieldsOf: (patch) => ({ model_info: patch }),
            }}
            opened={{ body: entryRow(body), etag }}
          />
        )}
      </EditedEntry>
    ),
  );
}
