import { formatTime } from "@/components/api/format";
import { Id } from "@/components/shared/detail-drawer";
import { EntityLink } from "@/components/shared/entity-link";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import type { Key } from "@/lib/wire/key";

/** What a key is: whose it is, until when, and what it may call. */
export function KeyFacts({ row: key }: { row: Key }) {
  return (
    <Facts
      rows={[
        [
          "Key",
          <code key="name" className="font-mono text-[12.5px]">
            {key.key_name}
          </code>,
        ],
        ["Token id", <Id key="id" id={key.token_id} label="Copy token id" />],
        ["Status", <StatusBadge key="status" blocked={key.blocked} />],
        ["Expires", key.expires === null ? "Never" : formatTime(key.expires)],
        ["Team", key.team_id === null ? "None" : <EntityLink key="team" kind="team" id={key.team_id} />],
        ["User", key.user_id === null ? "None" : <EntityLink key="user" kind="user" id={key.user_id} />],
        [
          "Organisation",
          key.organization_id === null ? (
            "None"
          ) : (
            <EntityLink key="organization" kind="organization" id={key.organization_id} />
          ),
        ],
        ["Models", <ModelList key="models" models={key.models} most={30} />],
        ["Routes", key.allowed_routes.length === 0 ? "Model and info routes" : key.allowed_routes.join(", ")],
        ...key.previous_keys.map(
          ({ key_name: name, valid_until: until }) =>
            ["Old secret", `${name}, accepted until ${formatTime(until)}`] as const,
        ),
        ["Created", <Ago key="created" iso={key.created_at} />],
      ]}
    />
  );
}
