"use client";
import { ArrowRight } from "lucide-react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Input } from "@/components/ui/field";
import type { ScopeMapping } from "@/lib/config/schema";
import { FindingLines } from "./finding-lines";
import { MappingList, type MappingRow } from "./mapping-list";
import type { EditedList } from "./setting-list";

/** The models that each scope in a token allows (spec 5.11). */
export function ScopeMappings({ models, ...list }: EditedList<ScopeMapping> & { models: readonly string[] }) {
  const exact = models.filter((model) => !model.includes("*"));
  return (
    <MappingList
      {...list}
      title="Scope mappings"
      description="A scope in the token, and the models it allows, by exact name. In force while enforce_scope_based_access is on."
      setting="scope_mappings"
      noun="scope mapping"
      none="No scopes are mapped."
      start={{ scope: "", models: [] }}
    >
      {(row) => <ScopeMappingRow {...row} models={exact} />}
    </MappingList>
  );
}

function ScopeMappingRow({
  entry: mapping,
  number,
  findings,
  models,
  onChange,
  remove,
}: MappingRow<ScopeMapping> & { models: readonly string[] }) {
  const ofScope = findings.filter(({ path }) => path.endsWith(".scope"));
  return (
    <>
      <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
        <Input
          aria-label={`Scope in the token, row ${number}`}
          placeholder="scope in the token"
          className="min-w-36 flex-1 font-mono sm:max-w-56"
          value={mapping.scope}
          aria-invalid={mapping.scope !== "" && ofScope.some(({ severity }) => severity === "error")}
          onChange={(event) => onChange({ ...mapping, scope: event.target.value })}
        />
        <ArrowRight className="mt-2 hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
        <div className="order-last min-w-full flex-1 sm:order-none sm:min-w-0">
          <NamePicker
            label={`Models of scope ${mapping.scope || number}`}
            values={mapping.models}
            known={models}
            invalid={new Set(findings.flatMap(({ path }) => modelIndex(path)))}
            onChange={(chosen) => onChange({ ...mapping, models: chosen })}
            placeholder="Type a model name and press Enter"
          />
        </div>
        {remove}
      </div>
      <FindingLines
        findings={mapping.scope.trim() === "" ? findings.filter((one) => !ofScope.includes(one)) : findings}
      />
    </>
  );
}

function modelIndex(path: string): number[] {
  const [, , list, index] = path.split(".");
  return list === "models" && index !== undefined ? [Number(index)] : [];
}
