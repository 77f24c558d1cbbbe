import type { RowFilter } from "./filter-row";

/** The filters that lists of calls and reports of spend share. */
export const PAYER_FILTERS = [
  { name: "team_id", label: "Team id", word: "team", isOffered: true },
  { name: "user_id", label: "User id", word: "user", isOffered: true },
  { name: "organization_id", label: "Organisation id", word: "organisation", isOffered: true },
  { name: "key_id", label: "Key id", word: "key", isOffered: true },
  { name: "end_user_id", label: "End user", word: "end-user", isOffered: true },
  { name: "tag", label: "Tag", word: "tag", isOffered: true },
  { name: "issuer", label: "Issuer", word: "issuer", isOffered: true },
  { name: "provider", label: "Provider", word: "provider", isOffered: true },
] as const satisfies readonly RowFilter<string>[];
