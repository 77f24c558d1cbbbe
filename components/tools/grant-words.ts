import { counted } from "@/components/shared/wording";
import type { ServerGrant, ServerGrants } from "@/lib/wire/tools/server-state";

type Kind = ServerGrant["type"];

/** The kinds of those who are granted a server, in the order in which they are told. */
export const GRANT_KINDS: Readonly<Record<Kind, { readonly one: string; readonly many: string }>> = {
  organization: { one: "organisation", many: "organisations" },
  team: { one: "team", many: "teams" },
  user: { one: "user", many: "users" },
  end_user: { one: "end user", many: "end users" },
  key: { one: "key", many: "keys" },
  role: { one: "role", many: "roles" },
  scope: { one: "scope", many: "scopes" },
};

/** Who may use a server, in one phrase: "2 teams and 1 key". Undefined: nobody. */
export function grantPhrase({ allow_all_keys: isOpen, counts }: Pick<ServerGrants, "allow_all_keys" | "counts">) {
  if (isOpen) return "Every key and token";
  const parts = (Object.keys(GRANT_KINDS) as Kind[]).flatMap((kind) => {
    const count = counts.find(({ type }) => type === kind)?.count ?? 0;
    const { one, many } = GRANT_KINDS[kind];
    return count === 0 ? [] : [counted(count, one, many)];
  });
  if (parts.length <= 1) return parts[0];
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
