"use client";
import { ArrowRight, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/field";
import type { FindingView } from "@/components/shared/findings";
import type { ScopeMapping } from "@/lib/config/schema";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";

/** The models that each scope in a token allows (spec 5.11). */
export function ScopeMappings({
  mappings,
  models,
  findings,
  onChange,
  badge,
}: {
  mappings: readonly ScopeMapping[];
  models: readonly string[];
  findings: readonly FindingView[];
  onChange: (mappings: ScopeMapping[]) => void;
  badge: ReactNode;
}) {
  const replace = (index: number, change: Partial<ScopeMapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...change } : mapping)));
  const exact = models.filter((model) => !model.includes("*"));
  const whole = findings.filter((finding) => finding.path === "scope_mappings");
  return (
    <Card>
      <CardHeader
        title="Scope mappings"
        description="A scope in the token, and the models it allows, by exact name. In force while enforce_scope_based_access is on."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {mappings.length === 0 && <p className="text-ink-faint">No scopes are mapped.</p>}
        <ol className="space-y-2.5">
          {mappings.map((mapping, index) => {
            const own = findingsAt(findings, `scope_mappings.${index}`);
            const invalid = new Set(own.flatMap((finding) => modelIndex(finding.path)));
            return (
              <li key={index}>
                <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
                  <Input
                    aria-label={`Scope in the token, row ${index + 1}`}
                    placeholder="scope in the token"
                    className="min-w-36 flex-1 font-mono sm:max-w-56"
                    value={mapping.scope}
                    aria-invalid={
                      mapping.scope !== "" &&
                      own.some((finding) => finding.severity === "error" && finding.path.endsWith(".scope"))
                    }
                    onChange={(event) => replace(index, { scope: event.target.value })}
                  />
                  <ArrowRight className="mt-2 hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
                  <div className="order-last min-w-full flex-1 sm:order-none sm:min-w-0">
                    <NamePicker
                      label={`Models of scope ${mapping.scope || index + 1}`}
                      values={mapping.models}
                      known={exact}
                      invalid={invalid}
                      onChange={(chosen) => replace(index, { models: chosen })}
                      placeholder="Type a model name and press Enter"
                    />
                  </div>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove scope mapping ${index + 1}`}
                    onClick={() => onChange(mappings.filter((_, at) => at !== index))}
                  >
                    <Trash2 className="size-4" aria-hidden />
                  </Button>
                </div>
                <FindingLines
                  findings={
                    mapping.scope.trim() === "" ? own.filter((finding) => !finding.path.endsWith(".scope")) : own
                  }
                />
              </li>
            );
          })}
        </ol>
        <FindingLines findings={whole} />
        <Button size="small" className="mt-3" onClick={() => onChange([...mappings, { scope: "", models: [] }])}>
          <Plus className="size-3.5" aria-hidden /> Add scope mapping
        </Button>
      </div>
    </Card>
  );
}

function modelIndex(path: string): number[] {
  const [, , list, index] = path.split(".");
  return list === "models" && index !== undefined ? [Number(index)] : [];
}
