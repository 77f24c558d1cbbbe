import type { AlertFacts } from "@/lib/alert";
import type { EntityType } from "@/lib/entity-type";
import type { PayerIds, PayerNames } from "@/lib/wire/payer-names";

/** The team and the user of a member's id, as `memberEntityId` makes it. */
function memberOf(id: string): { readonly teamId: string; readonly userId: string } {
  const slash = id.indexOf("/");
  const teamId = id.slice(0, slash).replaceAll("~1", "/").replaceAll("~0", "~");
  return { teamId, userId: id.slice(slash + 1) };
}

/** The ids by which the names of a payer are looked up. */
export function idsOfPayer(type: EntityType, id: string): PayerIds {
  switch (type) {
    case "key":
      return { key_id: id };
    case "user":
      return { user_id: id };
    case "team":
      return { team_id: id };
    case "organization":
      return { organization_id: id };
    case "end_user":
      return { end_user_id: id };
    case "member": {
      const { teamId, userId } = memberOf(id);
      return { team_id: teamId, user_id: userId };
    }
    case "model":
    case "tag":
    case "issuer":
    case "all":
      return {};
  }
}

/** The name of a payer, and the fields that identify it in a webhook: those of LiteLLM. */
export function payerFacts(
  type: EntityType,
  id: string,
  names: PayerNames,
): { readonly name: string | undefined; readonly facts: AlertFacts } {
  switch (type) {
    case "key":
      return {
        name: names.key_alias ?? names.key_name ?? undefined,
        facts: { token: id, key_alias: names.key_alias },
      };
    case "user":
      return {
        name: names.user_alias ?? names.user_email ?? undefined,
        facts: { user_id: id, user_email: names.user_email },
      };
    case "team":
      return { name: names.team_alias ?? undefined, facts: { team_id: id, team_alias: names.team_alias } };
    case "organization":
      return {
        name: names.organization_alias ?? undefined,
        facts: { organization_id: id, organization_alias: names.organization_alias },
      };
    case "end_user":
      return { name: names.end_user_alias ?? undefined, facts: { customer_id: id } };
    case "member": {
      const { teamId, userId } = memberOf(id);
      return {
        name: undefined,
        facts: {
          ...{ team_id: teamId, team_alias: names.team_alias },
          ...{ user_id: userId, user_email: names.user_email },
        },
      };
    }
    case "model":
      return { name: undefined, facts: { model: id } };
    case "tag":
    case "issuer":
    case "all":
      return { name: undefined, facts: {} };
  }
}
