"use client";
import { ArrowRight } from "lucide-react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Input } from "@/components/ui/field";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import type { RoleMapping } from "@/lib/config/schema";
import { FindingLines } from "./finding-lines";
import { MappingList, type MappingRow, RolePicker } from "./mapping-list";
import type { EditedList } from "./setting-list";

/** The internal role that each role in a token gives the caller (spec 5.10). */
export function RoleMappings({ models, ...list }: EditedList<RoleMapping> & { models: readonly string[] }) {
  return (
    <MappingList
      {...list}
      title="Role mappings"
      description="Map a role in the token to a role here, and optionally limit its models and routes. * matches any run of characters. In force while enforce_rbac is on."
      setting="role_mappings"
      noun="role mapping"
      none="No roles are mapped."
      start={{ role: "", internal_role: "internal_user" }}
    >
      {(row) => <RoleMappingRow {...row} models={models} />}
    </MappingList>
  );
}

function RoleMappingRow({
  entry: mapping,
  number,
  findings,
  models,
  onChange,
  remove,
}: MappingRow<RoleMapping> & { models: readonly string[] }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <Input
          aria-label={`Role in the token, row ${number}`}
          placeholder="role in the token"
          className="basis-full font-mono sm:min-w-36 sm:flex-1 sm:basis-0"
          value={mapping.role}
          aria-invalid={mapping.role !== "" && findings.some(({ severity }) => severity === "error")}
          onChange={(event) => onChange({ ...mapping, role: event.target.value })}
        />
        <ArrowRight className="hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
        <RolePicker
          label={`Internal role, row ${number}`}
          look="min-w-36 flex-1 sm:max-w-56"
          value={mapping.internal_role}
          onChange={(role) => role && onChange({ ...mapping, internal_role: role })}
        />
        {remove}
      </div>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {(["models", "routes"] as const).map((list) => (
          <NamePicker
            key={list}
            label={`${list === "models" ? "Models" : "Routes"} of the role, row ${number}`}
            values={mapping[list] ?? []}
            known={list === "models" ? models : ROUTE_FAMILIES}
            onChange={(values) => onChange(withList(mapping, list, values))}
            placeholder={mapping[list] ? `All ${list}` : `${list} as in role_permissions`}
          />
        ))}
      </div>
      {mapping.role.trim() !== "" && <FindingLines findings={findings} />}
    </>
  );
}

/** Sets a list of a mapping. An emptied list is removed, because an empty list would open everything. */
function withList(mapping: RoleMapping, list: "models" | "routes", values: string[]): RoleMapping {
  const { [list]: _, ...rest } = mapping;
  return values.length === 0 ? rest : { ...rest, [list]: values };
}
