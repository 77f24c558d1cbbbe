import { Ban, Building2, CircleCheck, Trash2, UserPlus } from "lucide-react";
import { callOperation, callVersioned } from "@/components/api/client";
import type { ChosenAct } from "@/components/shared/chosen/chosen-act";
import { TargetField } from "@/components/shared/chosen/target-field";
import { teamContracts, teamMemberContracts } from "@/lib/wire/contracts/teams";
import type { EntityKind, EntityRow } from "./kinds";

/** What can be done to several entities of a kind at once. */
export function chosenActs<Row extends EntityRow>(kind: EntityKind<Row>): readonly ChosenAct<Row>[] {
  const { contracts, idField, idsField, blocking, deletion, idOf } = kind;
  const block = (row: Row) => callOperation(contracts.block, { [idField]: idOf(row) });
  const unblock = (row: Row) => callOperation(contracts.unblock, { [idField]: idOf(row) });
  return [
    {
      verb: "Block",
      done: "blocked",
      icon: Ban,
      tone: "danger",
      isFor: ({ blocked }) => !blocked,
      says: blocking.blocked,
      act: block,
      undo: unblock,
      undoable: `${kind.name}.block`,
    },
    {
      verb: "Unblock",
      done: "unblocked",
      icon: CircleCheck,
      isFor: ({ blocked }) => blocked,
      says: blocking.unblocked,
      act: unblock,
      undo: block,
    },
    ...moves(kind),
    {
      verb: "Delete",
      done: "deleted",
      icon: Trash2,
      tone: "danger",
      isFor: () => true,
      says: deletion.after,
      act: (row, { cascades }) =>
        callVersioned(contracts.delete, {
          [idsField]: [idOf(row)],
          ...(deletion.takesKeys && cascades && { cascade: true }),
        }),
      undoable: `${kind.name}.delete`,
      ...(deletion.takesKeys && {
        cascade: {
          label: "Delete their keys too",
          hint: "Otherwise those that own keys are not deleted.",
        },
      }),
    },
  ];
}

/** Where several entities of a kind can be moved to. */
function moves<Row extends EntityRow>({ name, idOf }: EntityKind<Row>): ChosenAct<Row>[] {
  if (name === "team")
    return [
      {
        verb: "Move",
        done: "moved",
        icon: Building2,
        isFor: () => true,
        says: "From the next request on, their calls are charged to this organisation, and its block, models and limits apply.",
        act: (row, { target }) => callVersioned(teamContracts.update, { team_id: idOf(row), organization_id: target }),
        target: (value, onChange) => (
          <TargetField
            of="organization_id"
            label="Organisation"
            hint="The organisation that the teams belong to from now on."
            {...{ value, onChange }}
          />
        ),
      },
    ];
  if (name === "user")
    return [
      {
        verb: "Add to a team",
        done: "added to the team",
        icon: UserPlus,
        isFor: () => true,
        says: "They become members of the team and keep their other teams.",
        act: (row, { target }) =>
          callOperation(teamMemberContracts.add, { team_id: target, member: { user_id: idOf(row), role: "user" } }),
        target: (value, onChange) => (
          <TargetField
            of="team_id"
            label="Team"
            hint="Its models and limits apply to their calls for it."
            {...{ value, onChange }}
          />
        ),
      },
    ];
  return [];
}
