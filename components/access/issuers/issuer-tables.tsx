"use client";
import { z } from "zod";
import { Switch } from "@/components/ui/switch";
import { hintOf } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { groupMapping, roleMapping, rolePermission, scopeMapping } from "@/lib/config/mapping-schema";
import { GroupMappings } from "../group-mappings";
import { RoleMappings } from "../role-mappings";
import { RolePermissions } from "../role-permissions";
import { ScopeMappings } from "../scope-mappings";
import type { Edited } from "./issuer-field";

/** Checks only the shape, so that half-typed rows are kept. The check of the draft says what is missing. */
const TEXT = z.string();
const ROWS = {
  role_mappings: z.array(roleMapping.extend({ role: TEXT })),
  role_permissions: z.array(rolePermission),
  group_mappings: z.array(groupMapping.extend({ group: TEXT, team_id: TEXT.optional(), team_alias: TEXT.optional() })),
  scope_mappings: z.array(scopeMapping.extend({ scope: TEXT, models: z.array(TEXT) })),
};

/** The tables of one issuer, which it may have in place of those of all issuers. */
export function IssuerTables({ entry, onChange, models }: Edited & { models: readonly string[] }) {
  const set = (name: string, rows: unknown) => onChange({ ...entry, [name]: rows });
  const own = (name: keyof typeof ROWS) => (
    <Switch
      label={`Own ${name}`}
      hint={`${hintOf(COMMON_SETTINGS[name], false)} Replaces those of all issuers.`}
      checked={entry[name] !== undefined}
      onChange={(on) => {
        const { [name]: _, ...rest } = entry;
        onChange(on ? { ...rest, [name]: [] } : rest);
      }}
    />
  );
  const roles = ROWS.role_mappings.safeParse(entry["role_mappings"]);
  const permissions = ROWS.role_permissions.safeParse(entry["role_permissions"]);
  const groups = ROWS.group_mappings.safeParse(entry["group_mappings"]);
  const scopes = ROWS.scope_mappings.safeParse(entry["scope_mappings"]);
  const shared = { findings: [], models, badge: null } as const;
  return (
    <div className="space-y-3">
      {own("role_mappings")}
      {roles.success && (
        <RoleMappings {...shared} entries={roles.data} onChange={(rows) => set("role_mappings", rows)} />
      )}
      {own("role_permissions")}
      {permissions.success && (
        <RolePermissions {...shared} entries={permissions.data} onChange={(rows) => set("role_permissions", rows)} />
      )}
      {own("group_mappings")}
      {groups.success && (
        <GroupMappings {...shared} entries={groups.data} onChange={(rows) => set("group_mappings", rows)} />
      )}
      {own("scope_mappings")}
      {scopes.success && (
        <ScopeMappings {...shared} entries={scopes.data} onChange={(rows) => set("scope_mappings", rows)} />
      )}
    </div>
  );
}
