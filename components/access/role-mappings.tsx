"use client";
import { ArrowRight, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/field";
import type { FindingView } from "@/components/shared/findings";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { internalRole } from "@/lib/config/mapping-schema";
import type { RoleMapping } from "@/lib/config/schema";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";

const ROLE_LABELS: Readonly<Record<RoleMapping["internal_role"], string>> = {
  team: "team",
  internal_user: "internal_user",
  proxy_admin: "proxy_admin",
  proxy_admin_viewer: "proxy_admin_viewer",
};

/** The internal role that each role in a token gives the caller (spec 5.10). */
export function RoleMappings({
  mappings,
  models,
  findings,
  onChange,
  badge,
}: {
  mappings: readonly RoleMapping[];
  models: readonly string[];
  findings: readonly FindingView[];
  onChange: (mappings: RoleMapping[]) => void;
  badge: ReactNode;
}) {
  const replace = (index: number, change: Partial<RoleMapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...change } : mapping)));
  const whole = findings.filter((finding) => finding.path === "role_mappings");
  return (
    <Card>
      <CardHeader
        title="Role mappings"
        description="A role in the token, the internal role it gives the caller, and the models and routes it opens; without any, those of role_permissions. * matches any run of characters. In force while enforce_rbac is on."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {mappings.length === 0 && <p className="text-ink-faint">No roles are mapped.</p>}
        <ol className="space-y-2.5">
          {mappings.map((mapping, index) => (
            <li key={index}>
              <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
                <Input
                  aria-label={`Role in the token, row ${index + 1}`}
                  placeholder="role in the token"
                  className="basis-full font-mono sm:min-w-36 sm:flex-1 sm:basis-0"
                  value={mapping.role}
                  aria-invalid={
                    mapping.role !== "" &&
                    findingsAt(findings, `role_mappings.${index}`).some((finding) => finding.severity === "error")
                  }
                  onChange={(event) => replace(index, { role: event.target.value })}
                />
                <ArrowRight className="hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
                <Select
                  aria-label={`Internal role, row ${index + 1}`}
                  className="min-w-36 flex-1 font-mono sm:max-w-56"
                  value={mapping.internal_role}
                  onChange={(event) => replace(index, { internal_role: internalRole.parse(event.target.value) })}
                >
                  {internalRole.options.map((role) => (
                    <option key={role} value={role}>
                      {ROLE_LABELS[role]}
                    </option>
                  ))}
                </Select>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove role mapping ${index + 1}`}
                  onClick={() => onChange(mappings.filter((_, at) => at !== index))}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              </div>
              <div className="mt-2 grid gap-2 sm:grid-cols-2">
                {(["models", "routes"] as const).map((list) => (
                  <NamePicker
                    key={list}
                    label={`${list === "models" ? "Models" : "Routes"} of the role, row ${index + 1}`}
                    values={mapping[list] ?? []}
                    known={list === "models" ? models : ROUTE_FAMILIES}
                    onChange={(values) =>
                      onChange(mappings.map((other, at) => (at === index ? withList(other, list, values) : other)))
                    }
                    placeholder={mapping[list] ? `All ${list}` : `${list} as in role_permissions`}
                  />
                ))}
              </div>
              {mapping.role.trim() !== "" && <FindingLines findings={findingsAt(findings, `role_mappings.${index}`)} />}
            </li>
          ))}
        </ol>
        <FindingLines findings={whole} />
        <Button
          size="small"
          className="mt-3"
          onClick={() => onChange([...mappings, { role: "", internal_role: "internal_user" }])}
        >
          <Plus className="size-3.5" aria-hidden /> Add role mapping
        </Button>
      </div>
    </Card>
  );
}

/** Sets a list of a mapping. An emptied list is removed, because an empty list would open everything. */
function withList(mapping: RoleMapping, list: "models" | "routes", values: string[]): RoleMapping {
  const { [list]: _, ...rest } = mapping;
  return values.length === 0 ? rest : { ...rest, [list]: values };
}
