import { Ban, CircleCheck, Trash2, Users } from "lucide-react";
import { callOperation, callVersioned } from "@/components/api/client";
import type { ChosenAct } from "@/components/shared/chosen/chosen-act";
import { TargetField } from "@/components/shared/chosen/target-field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";

const block = ({ token_id: key }: Key) => callOperation(keyContracts.block, { key });
const unblock = ({ token_id: key }: Key) => callOperation(keyContracts.unblock, { key });

/** What can be done to several keys at once. */
export const KEY_ACTS: readonly ChosenAct<Key>[] = [
  {
    verb: "Block",
    done: "blocked",
    icon: Ban,
    tone: "danger",
    isFor: ({ blocked }) => !blocked,
    says: "Every node refuses these keys, starting with the next request.",
    act: block,
    undo: unblock,
    undoable: "key.block",
  },
  {
    verb: "Unblock",
    done: "unblocked",
    icon: CircleCheck,
    isFor: ({ blocked }) => blocked,
    says: "Every node accepts these keys again, starting with the next request.",
    act: unblock,
    undo: block,
  },
  {
    verb: "Move",
    done: "moved",
    icon: Users,
    isFor: () => true,
    says: "The keys belong to this team from now on: its block, models and limits apply, and it pays for their calls.",
    act: ({ token_id: key }, { target }) => callVersioned(keyContracts.update, { key, team_id: target }),
    target: (value, onChange) => (
      <TargetField
        of="team_id"
        label="Team"
        hint="The team that the keys belong to from now on."
        {...{ value, onChange }}
      />
    ),
  },
  {
    verb: "Delete",
    done: "deleted",
    icon: Trash2,
    tone: "danger",
    isFor: () => true,
    says: "Callers who still use one of these keys are refused from the next request.",
    act: ({ token_id: key }) => callVersioned(keyContracts.delete, { keys: [key] }),
    undoable: "key.delete",
  },
];
