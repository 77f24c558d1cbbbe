import { z } from "zod";
import { quote } from "@/lib/quote";
import type { OrganizationFacts, TeamFacts } from "../../decision";
import { changeKind } from "../change-kind";
import { changed, withFacts, withKey, withUser } from "../situation";

export const allowModel = changeKind(
  z.object({
    kind: z.literal("allow-model"),
    holder: z.enum(["key", "role", "role mapping", "team", "user", "organization"]),
    id: z.string(),
    model: z.string(),
  }),
  {
    describe: ({ holder, id, model }) => `the models of the ${holder} ${quote(id)} included ${quote(model)}`,
    settings({ holder, id, model }, settings) {
      switch (holder) {
        case "role":
          return { role_permissions: settings.role_permissions.map((entry) => withModel(entry, id, model)) };
        case "role mapping":
          return { role_mappings: settings.role_mappings.map((entry) => withModel(entry, id, model)) };
        case "key":
        case "team":
        case "user":
        case "organization":
          return {};
      }
    },
    apply(situation, { holder, id, model }) {
      const { teams, users, organizations } = situation.facts;
      const added = (row: { readonly models: readonly string[] } | undefined): { models: string[] } => ({
        models: [...(row?.models ?? []), model],
      });
      switch (holder) {
        case "key":
          return withKey(situation, added(situation.identity.key));
        case "team":
          return withFacts(situation, { teams: changed<TeamFacts>(teams, id, added(teams.get(id))) });
        case "user":
          return withUser(situation, id, added(users.get(id)));
        case "organization":
          return withFacts(situation, {
            organizations: changed<OrganizationFacts>(organizations, id, added(organizations.get(id))),
          });
        case "role":
        case "role mapping":
          return situation;
      }
    },
  },
);

/** An entry with one model more, if it is the role's. One without models lists none. */
function withModel<Entry extends { readonly role: string; readonly models?: readonly string[] | undefined }>(
  entry: Entry,
  role: string,
  model: string,
): Entry {
  return entry.role === role && entry.models?.length ? { ...entry, models: [...entry.models, model] } : entry;
}
