import type { Obligation } from "@/lib/auth/decision";
import { syncMemberships } from "@/lib/store/entities/memberships";
import { createTeamIfAbsent } from "@/lib/store/entities/teams";
import { createUserIfAbsent } from "@/lib/store/entities/users";
import type { Services } from "../services";

/**
 * Does what an allow requires: creates the user or team (spec 3) and makes memberships follow the token. Idempotent.
 */
export async function fulfil(services: Services, obligations: readonly Obligation[], actor: string): Promise<void> {
  for (const obligation of obligations) {
    switch (obligation.kind) {
      case "create-team":
        await createTeamIfAbsent(services, { id: obligation.id, alias: obligation.alias }, actor);
        break;
      case "create-user":
        await createUserIfAbsent(services, { id: obligation.id, email: obligation.email }, actor);
        break;
      case "sync-memberships":
        await syncMemberships(services, obligation, actor);
        break;
    }
  }
}
