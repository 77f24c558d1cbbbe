"use client";
import { ArrowRight, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import type { FindingView } from "@/components/shared/findings";
import { internalRole } from "@/lib/config/mapping-schema";
import type { GroupMapping } from "@/lib/config/schema";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";

/** The team, and the internal role, that each group of a token stands for. */
export function GroupMappings({
  mappings,
  findings,
  onChange,
  badge,
}: {
  mappings: readonly GroupMapping[];
  findings: readonly FindingView[];
  onChange: (mappings: GroupMapping[]) => void;
  badge: ReactNode;
}) {
  const replace = (index: number, mapping: GroupMapping) =>
    onChange(mappings.map((other, at) => (at === index ? mapping : other)));
  const whole = findings.filter((finding) => finding.path === "group_mappings");
  return (
    <Card>
      <CardHeader
        title="Group mappings"
        description="Maps a group in the token to a team. * matches any characters and is inserted into the team. A group without a mapping names a team by its id, else by its alias."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {mappings.length === 0 && <p className="text-ink-faint">No groups are mapped.</p>}
        <ol className="space-y-3">
          {mappings.map((mapping, index) => (
            <li key={index}>
              <GroupMappingRow
                mapping={mapping}
                row={index + 1}
                onChange={(changed) => replace(index, changed)}
                onRemove={() => onChange(mappings.filter((_, at) => at !== index))}
              />
              {mapping.group.trim() !== "" && (
                <FindingLines findings={findingsAt(findings, `group_mappings.${index}`)} />
              )}
            </li>
          ))}
        </ol>
        <FindingLines findings={whole} />
        <Button size="small" className="mt-3" onClick={() => onChange([...mappings, { group: "", team_id: "" }])}>
          <Plus className="size-3.5" aria-hidden /> Add group mapping
        </Button>
      </div>
    </Card>
  );
}

function GroupMappingRow({
  mapping,
  row,
  onChange,
  onRemove,
}: {
  mapping: GroupMapping;
  row: number;
  onChange: (mapping: GroupMapping) => void;
  onRemove: () => void;
}) {
  const { team_id: id, team_alias: alias, internal_role: role, ...rest } = mapping;
  const team = alias === undefined ? { team_id: id } : { team_alias: alias };
  const withTeam = (by: string, text: string): GroupMapping => ({
    ...rest,
    ...(role && { internal_role: role }),
    // A group that only gives a role names no team.
    ...(text === "" && role ? {} : by === "team_alias" ? { team_alias: text } : { team_id: text }),
  });
  const by = alias === undefined ? "team_id" : "team_alias";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={`Group in the token, row ${row}`}
        placeholder="group in the token"
        className="basis-full font-mono sm:min-w-36 sm:flex-1 sm:basis-0"
        value={mapping.group}
        onChange={(event) => onChange({ ...mapping, group: event.target.value })}
      />
      <ArrowRight className="hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
      <Select
        aria-label={`How the team is named, row ${row}`}
        className="!w-32 shrink-0 font-mono"
        value={by}
        onChange={(event) => onChange(withTeam(event.target.value, id ?? alias ?? ""))}
      >
        <option value="team_id">team_id</option>
        <option value="team_alias">team_alias</option>
      </Select>
      <Input
        aria-label={`Team, row ${row}`}
        placeholder={role ? "no team" : "team"}
        className="min-w-32 flex-1 font-mono"
        value={id ?? alias ?? ""}
        onChange={(event) => onChange(withTeam(by, event.target.value))}
      />
      <Select
        aria-label={`Internal role of the group, row ${row}`}
        className="!w-36 shrink-0 font-mono"
        value={role ?? ""}
        onChange={(event) =>
          onChange({
            ...rest,
            ...team,
            ...(event.target.value !== "" && { internal_role: internalRole.parse(event.target.value) }),
          })
        }
      >
        <option value="">no role</option>
        {internalRole.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
      <Button variant="ghost" size="icon" aria-label={`Remove group mapping ${row}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
      <div className="basis-full">
        <Switch
          label={`include_subgroups, row ${row}`}
          hint="A member of /a/b also counts as a member of /a."
          checked={mapping.include_subgroups ?? false}
          onChange={(on) => {
            const { include_subgroups: _, ...without } = mapping;
            onChange(on ? { ...mapping, include_subgroups: true } : without);
          }}
        />
      </div>
    </div>
  );
}
