"use client";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { internalRole } from "@/lib/config/mapping-schema";
import type { RolePermission } from "@/lib/config/schema";
import { FindingLines } from "./finding-lines";
import { MappingList, type MappingRow, RolePicker } from "./mapping-list";
import type { EditedList } from "./setting-list";

/** The models and routes of each internal role, where its mapping does not say otherwise (spec 5.10). */
export function RolePermissions({ models, ...list }: EditedList<RolePermission> & { models: readonly string[] }) {
  const free = internalRole.options.find((role) => list.entries.every((permission) => permission.role !== role));
  return (
    <MappingList
      {...list}
      title="Role permissions"
      description="The models and routes of an internal role, where no role mapping names its own. Empty: all."
      setting="role_permissions"
      noun="role permission"
      none="No role is restricted."
      start={{ role: free ?? "internal_user", models: [], routes: [] }}
    >
      {(row) => <RolePermissionRow {...row} models={models} />}
    </MappingList>
  );
}

function RolePermissionRow({
  entry: permission,
  number,
  findings,
  models,
  onChange,
  remove,
}: MappingRow<RolePermission> & { models: readonly string[] }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <RolePicker
          label={`Role with permissions, row ${number}`}
          look="min-w-36 flex-1 sm:max-w-56"
          value={permission.role}
          onChange={(role) => role && onChange({ ...permission, role })}
        />
        {remove}
      </div>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {(["models", "routes"] as const).map((list) => (
          <NamePicker
            key={list}
            label={`Permitted ${list}, row ${number}`}
            values={permission[list]}
            known={list === "models" ? models : ROUTE_FAMILIES}
            onChange={(values) => onChange({ ...permission, [list]: values })}
            placeholder={`All ${list}`}
          />
        ))}
      </div>
      {permission.hosted_tools !== undefined && (
        <div className="mt-2">
          <NamePicker
            label={`Permitted hosted tools, row ${number}`}
            values={permission.hosted_tools}
            known={[]}
            onChange={(hosted_tools) => onChange({ ...permission, hosted_tools })}
            placeholder="No hosted tools"
          />
        </div>
      )}
      <FindingLines findings={findings} />
    </>
  );
}
