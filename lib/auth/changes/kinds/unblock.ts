import { z } from "zod";
import { quote } from "@/lib/quote";
import type { EndUserFacts, OrganizationFacts, TeamFacts } from "../../decision";
import { changeKind } from "../change-kind";
import { changed, withFacts, withKey, withUser } from "../situation";

const NOT_BLOCKED = { blocked: false };

export const unblock = changeKind(
  z.object({
    kind: z.literal("unblock"),
    entity: z.enum(["key", "team", "user", "organization", "end_user"]),
    id: z.string(),
  }),
  {
    describe: ({ entity, id }) => `the ${entity.replace("_", " ")} ${quote(id)} were not blocked`,
    apply(situation, { entity, id }) {
      const { teams, organizations, endUsers } = situation.facts;
      switch (entity) {
        case "key":
          return withKey(situation, NOT_BLOCKED);
        case "team":
          return withFacts(situation, { teams: changed<TeamFacts>(teams, id, NOT_BLOCKED) });
        case "user":
          return withUser(situation, id, NOT_BLOCKED);
        case "organization":
          return withFacts(situation, { organizations: changed<OrganizationFacts>(organizations, id, NOT_BLOCKED) });
        case "end_user": {
          const rows = changed<EndUserFacts>(endUsers.rows, id, NOT_BLOCKED);
          return withFacts(situation, { endUsers: { ...endUsers, rows } });
        }
      }
    },
  },
);
