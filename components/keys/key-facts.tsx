import { formatTime } from "@/components/api/format";
import { Mono } from "@/components/ui/text";
import { serverTime } from "@/components/api/server-time";
import { Id } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { contentFact } from "@/components/shared/forms/content-fact";
import { hostedToolsFact } from "@/components/shared/forms/hosted-tools-fact";
import { ModelList } from "@/components/shared/model-list";
import { Payer } from "@/components/shared/payer";
import { Ago } from "@/components/shared/time";
import type { ListedKey } from "@/lib/wire/key";
import { useState } from "react";
import { KeyStatus } from "./key-status";

/** Whose a key is, until when it is accepted, and what it may call. */
export function KeyFacts({ row: key }: { row: ListedKey }) {
  const [now] = useState(serverTime);
  return (
    <Facts
      rows={[
        [
          "Key",
          <Mono as="code" key="name">
            {key.key_name}
          </Mono>,
        ],
        ["Token id", <Id key="id" id={key.token_id} label="Copy token id" />],
        ["Status", <KeyStatus key="status" row={key} now={now} />],
        ["Expires", key.expires === null ? "Never" : formatTime(key.expires)],
        ["Team", <Payer key="team" row={key} field="team_id" />],
        ["User", <Payer key="user" row={key} field="user_id" />],
        ["Organisation", <Payer key="organization" row={key} field="organization_id" />],
        ["Models", <ModelList key="models" models={key.models} most={30} />],
        ["Routes", key.allowed_routes.length === 0 ? "Model and info routes" : key.allowed_routes.join(", ")],
        ...hostedToolsFact(key),
        ...contentFact(key),
        ...key.previous_keys.map(
          ({ key_name: name, valid_until: until }) =>
            ["Old secret", `${name}, accepted until ${formatTime(until)}`] as const,
        ),
        ["Created", <Ago key="created" iso={key.created_at} />],
      ]}
    />
  );
}
