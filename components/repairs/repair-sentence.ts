import { teamOfMember, userOfMember } from "@/lib/entity-type";
import type { DescribedChange } from "@/lib/wire/change";
import type { BoundLimit } from "@/lib/wire/explanation";
import { ENTITY_WORDS, LIMIT_LABELS } from "./entity-step";

/** What people call an entity: its name if one is known, or else its id. */
export type NameOf = (kind: string, id: string) => string;

/** The `NameOf` that knows no names. */
export const byId: NameOf = (_kind, id) => id;

/** A change as a sentence that says what an administrator does. */
export function sentenceOf(change: DescribedChange, nameOf: NameOf): string {
  switch (change.kind) {
    case "raise-budget":
      return `Raise the budget of ${holderOf(change, nameOf)}`;
    case "raise-limit": {
      const { limit, model } = change;
      return `Allow ${holderOf(change, nameOf)} more ${LIMIT_LABELS[limit]}${model === null ? "" : ` for ${model}`}`;
    }
    case "allow-model":
      return `Let ${subjectOf(change, nameOf)} use ${change.model}`;
    case "allow-tool":
      return `Open ${change.tool === undefined ? "the server" : `the tool ${change.tool} of`} ${change.server} to ${ENTITY_WORDS[change.holder]} ${nameOf(change.holder, change.id)}`;
    case "allow-hosted-tools":
      return `Let calls of ${change.holder === "role" || change.holder === "role mapping" ? `the role ${change.id}` : `${ENTITY_WORDS[change.holder]} ${nameOf(change.holder, change.id)}`} bring ${change.tools.join(" and ")}`;
    case "map-scope":
      return `Let the scope ${change.scope} use ${change.model}`;
    case "map-role":
      return `Map the role ${change.role} to ${change.internalRole}`;
    case "map-group":
      return `Map the group ${change.group} to the team ${nameOf("team", change.team)}`;
    case "allow-route":
      return change.list === "team_allowed_routes"
        ? `Let the tokens of all teams call ${change.route}`
        : `Add ${change.route} to ${change.list}`;
    case "unblock":
      return `Unblock ${ENTITY_WORDS[change.entity]} ${nameOf(change.entity, change.id)}`;
    case "add-member":
      return `Make ${nameOf("user", change.user)} a member of team ${nameOf("team", change.team)}`;
    case "make-team-administrator":
      return `Make ${nameOf("user", change.user)} an administrator of team ${nameOf("team", change.team)}`;
    case "make-viewer":
      return `Make ${nameOf("user", change.user)} a viewer`;
    case "renew-key":
      return `Extend the key ${nameOf("key", change.id)}`;
    case "create-team":
      return `Create the team ${change.id}`;
    case "create-user":
      return `Create the user ${change.id}`;
    default:
      return `It would be allowed if ${change.description}`;
  }
}

function subjectOf({ holder, id }: Extract<DescribedChange, { kind: "allow-model" }>, nameOf: NameOf): string {
  return holder === "role" || holder === "role mapping"
    ? `the role ${id}`
    : `${ENTITY_WORDS[holder]} ${nameOf(holder, id)}`;
}

/** The holder of a limit or budget, in the middle of a sentence. */
function holderOf({ holder, id }: Pick<BoundLimit, "holder" | "id">, nameOf: NameOf): string {
  return holder === "member"
    ? `${nameOf("user", userOfMember(id))} in team ${nameOf("team", teamOfMember(id))}`
    : `${ENTITY_WORDS[holder]} ${nameOf(holder, id)}`;
}
