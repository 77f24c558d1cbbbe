import type { Obligation } from "@/lib/auth/decision";
import { syncMemberships } from "@/lib/store/entities/memberships";
import { createTeamIfAbsent } from "@/lib/store/entities/teams";
import { createUserIfAbsent } from "@/lib/store/entities/users";
import type { Services } from "../services";

/**
 * Does what an allow requires: creates the user or team (spec 3) and makes memberships follow the token. Idempotent.
 */
export async function fulfil(services: Services, obligations: readonly Obligation[], actor: string): Promise<void> {
  const { default_team_settings: ofTeam, default_internal_user_params: ofUser } = services.settings.current().general;
  for (const obligation of obligations) {
    switch (obligation.kind) {
      case "create-team":
        await createTeamIfAbsent(services, { id: obligation.id, alias: obligation.alias }, actor, ofTeam);
        break;
      case "create-user":
        await createUserIfAbsent(services, { id: obligation.id, email: obligation.email }, actor, ofUser);
        break;
      case "sync-memberships":
        await syncMemberships(services, obligation, actor);
        break;
    }
  }
}

/** Whether what has been created binds the very request that created it: then the request is decided about again. */
export function bindsAtOnce({ settings }: Pick<Services, "settings">, obligations: readonly Obligation[]): boolean {
  const { default_team_settings: ofTeam, default_internal_user_params: ofUser } = settings.current().general;
  return obligations.some(
    ({ kind }) => (kind === "create-team" && ofTeam !== undefined) || (kind === "create-user" && ofUser !== undefined),
  );
}
