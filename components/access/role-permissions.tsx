"use client";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FindingView } from "@/components/shared/findings";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Select } from "@/components/ui/field";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { internalRole } from "@/lib/config/mapping-schema";
import type { RolePermission } from "@/lib/config/schema";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";

/** The models and routes of each internal role, where its mapping does not say otherwise (spec 5.10). */
export function RolePermissions({
  permissions,
  models,
  findings,
  onChange,
  badge,
}: {
  permissions: readonly RolePermission[];
  models: readonly string[];
  findings: readonly FindingView[];
  onChange: (permissions: RolePermission[]) => void;
  badge: ReactNode;
}) {
  const replace = (index: number, change: Partial<RolePermission>) =>
    onChange(permissions.map((permission, at) => (at === index ? { ...permission, ...change } : permission)));
  const free = internalRole.options.find((role) => permissions.every((permission) => permission.role !== role));
  return (
    <Card>
      <CardHeader
        title="Role permissions"
        description="The models and routes of an internal role, where no role mapping names its own. Empty: all."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {permissions.length === 0 && <p className="text-ink-faint">No role is restricted.</p>}
        <ol className="space-y-2.5">
          {permissions.map((permission, index) => (
            <li key={index}>
              <div className="flex items-center gap-2">
                <Select
                  aria-label={`Role with permissions, row ${index + 1}`}
                  className="min-w-36 flex-1 font-mono sm:max-w-56"
                  value={permission.role}
                  onChange={(event) => replace(index, { role: internalRole.parse(event.target.value) })}
                >
                  {internalRole.options.map((role) => (
                    <option key={role}>{role}</option>
                  ))}
                </Select>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove role permission ${index + 1}`}
                  onClick={() => onChange(permissions.filter((_, at) => at !== index))}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              </div>
              <div className="mt-2 grid gap-2 sm:grid-cols-2">
                <NamePicker
                  label={`Permitted models, row ${index + 1}`}
                  values={permission.models}
                  known={models}
                  onChange={(values) => replace(index, { models: values })}
                  placeholder="All models"
                />
                <NamePicker
                  label={`Permitted routes, row ${index + 1}`}
                  values={permission.routes}
                  known={ROUTE_FAMILIES}
                  onChange={(values) => replace(index, { routes: values })}
                  placeholder="All routes"
                />
              </div>
              <FindingLines findings={findingsAt(findings, `role_permissions.${index}`)} />
            </li>
          ))}
        </ol>
        <FindingLines findings={findings.filter(({ path }) => path === "role_permissions")} />
        <Button
          size="small"
          className="mt-3"
          onClick={() => onChange([...permissions, { role: free ?? "internal_user", models: [], routes: [] }])}
        >
          <Plus className="size-3.5" aria-hidden /> Add role permission
        </Button>
      </div>
    </Card>
  );
}
