"use client";
import { ArrowRight } from "lucide-react";
import { Input, Select } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import type { GroupMapping } from "@/lib/config/schema";
import { FindingLines } from "./finding-lines";
import { MappingList, type MappingRow, RolePicker } from "./mapping-list";
import type { EditedList } from "./setting-list";

/** The team, and the internal role, that each group of a token stands for. */
export function GroupMappings(list: EditedList<GroupMapping>) {
  return (
    <MappingList
      {...list}
      title="Group mappings"
      description="Maps a group in the token to a team. * matches any characters and is inserted into the team. A group without a mapping names a team by its id, else by its alias."
      setting="group_mappings"
      noun="group mapping"
      none="No groups are mapped."
      look="space-y-3"
      start={{ group: "", team_id: "" }}
    >
      {(row) => (
        <>
          <GroupMappingRow {...row} />
          {row.entry.group.trim() !== "" && <FindingLines findings={row.findings} />}
        </>
      )}
    </MappingList>
  );
}

function GroupMappingRow({ entry: mapping, number, onChange, remove }: MappingRow<GroupMapping>) {
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
        aria-label={`Group in the token, row ${number}`}
        placeholder="group in the token"
        className="basis-full font-mono sm:min-w-36 sm:flex-1 sm:basis-0"
        value={mapping.group}
        onChange={(event) => onChange({ ...mapping, group: event.target.value })}
      />
      <ArrowRight className="hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
      <Select
        aria-label={`How the team is named, row ${number}`}
        className="!w-32 shrink-0 font-mono"
        value={by}
        onChange={(event) => onChange(withTeam(event.target.value, id ?? alias ?? ""))}
      >
        <option value="team_id">team_id</option>
        <option value="team_alias">team_alias</option>
      </Select>
      <Input
        aria-label={`Team, row ${number}`}
        placeholder={role ? "no team" : "team"}
        className="min-w-32 flex-1 font-mono"
        value={id ?? alias ?? ""}
        onChange={(event) => onChange(withTeam(by, event.target.value))}
      />
      <RolePicker
        label={`Internal role of the group, row ${number}`}
        look="!w-36 shrink-0"
        value={role}
        none="no role"
        onChange={(internal_role) => onChange({ ...rest, ...team, ...(internal_role && { internal_role }) })}
      />
      {remove}
      <div className="basis-full">
        <Switch
          label={`include_subgroups, row ${number}`}
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
