import type { AlertFacts } from "@/lib/alert";
import { teamOfMember, userOfMember, type EntityType } from "@/lib/entity-type";
import type { PayerIds, PayerNames } from "@/lib/wire/payer-names";

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
    case "member":
      return { team_id: teamOfMember(id), user_id: userOfMember(id) };
    case "model":
    case "tag":
    case "issuer":
    case "mcp_server":
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
    case "member":
      return {
        name: undefined,
        facts: {
          team_id: teamOfMember(id),
          team_alias: names.team_alias,
          user_id: userOfMember(id),
          user_email: names.user_email,
        },
      };
    case "model":
      return { name: undefined, facts: { model: id } };
    case "tag":
    case "issuer":
    case "mcp_server":
    case "all":
      return { name: undefined, facts: {} };
  }
}
