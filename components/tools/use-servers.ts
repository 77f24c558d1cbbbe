"use client";
import { useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { utcDay } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { LIVE, useRead } from "@/components/api/use-read";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ServerRow } from "./servers-table";

const NO_CALLS = { calls: 0, failed_calls: 0, spend: 0 };

/** The tool servers, with what is known of each. `days`: of how many UTC days calls count. */
export function useServers(days: number) {
  const [now] = useState(serverTime);
  const servers = useRead(toolServerContracts.list, {}, LIVE);
  const hasAny = (servers.data?.data.length ?? 0) > 0;
  const health = useRead(toolServerContracts.health, {}, { ...LIVE, enabled: hasAny });
  const grants = useRead(toolServerContracts.grants, {}, { enabled: hasAny });
  const period = { start_date: utcDay(now, days - 1), end_date: utcDay(now) };
  const used = useRead(spendContracts.report, { group_by: "mcp_server", ...period }, { enabled: hasAny });
  const rows = servers.data?.data.map((server): ServerRow => {
    const id = server.server_id;
    return {
      server,
      health: found(health, ({ data }) => data.find((one) => one.server_id === id)),
      grants: found(grants, ({ data }) => data.find((one) => one.server_id === id)),
      used: found(used, ({ data }) => data.find((one) => one.mcp_server === id) ?? NO_CALLS),
    };
  });
  return { servers, rows };
}

/** What an answer says; null if it says nothing or failed, undefined while it is read. */
function found<Answer, Value>(
  { data, isPending }: Pick<UseQueryResult<Answer>, "data" | "isPending">,
  read: (answer: Answer) => Value | undefined,
): Value | undefined | null {
  if (data !== undefined) return read(data) ?? null;
  return isPending ? undefined : null;
}
