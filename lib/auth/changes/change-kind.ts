import type { z } from "zod";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Situation } from "./situation";

/** The settings that changes read. */
export type ChangedSettings = Pick<
  JwtAuthSettings,
  | "role_mappings"
  | "group_mappings"
  | "scope_mappings"
  | "role_permissions"
  | "issuers"
  | "admin_allowed_routes"
  | "team_admin_allowed_routes"
  | "team_allowed_routes"
>;

/** What a kind of change says and does. Its methods get only changes of this kind. */
export interface ChangeKind<Change> {
  /** The change as the second half of "It would be allowed if ...". */
  describe(change: Change): string;
  /** The settings to which it gives other values. Absent, or empty: it changes the token or the database. */
  settings?(change: Change, settings: ChangedSettings): Partial<JwtAuthSettings>;
  /** The situation after it. Absent: only the settings differ. */
  apply?(situation: Situation, change: Change): Situation;
}

type Shape = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

/** Defines a kind by the shape of its changes, which the API answers. */
export function changeKind<Kind extends Shape>(shape: Kind, kind: ChangeKind<z.output<Kind>>) {
  return { ...kind, shape };
}
