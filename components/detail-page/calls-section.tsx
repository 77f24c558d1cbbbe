"use client";
import { queryString } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { CallLines } from "@/components/shared/call-lines";
import { Section } from "@/components/shared/detail-drawer";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { MoreLink } from "./read-section";

/** Filters of `/spend/logs` that *Requests* has too. */
export type CallsOf = Readonly<
  Partial<
    Record<
      | "team_id"
      | "user_id"
      | "organization_id"
      | "end_user_id"
      | "key_id"
      | "requested_model"
      | "issuer"
      | "deployment"
      | "mcp_server",
      string
    >
  >
>;

/** The latest calls, with a link to all of them. `name`: what a line names, as the page says the rest. */
export function CallsSection({ of, empty, name = "model" }: { of: CallsOf; empty: string; name?: "model" | "caller" }) {
  const calls = useRead(spendContracts.logs, { page: 1, size: 8, count: "false", ...of }, { refetchInterval: 15_000 });
  return (
    <Section title="Latest calls" action={<MoreLink href={`/console/requests${queryString(of)}`}>All calls</MoreLink>}>
      <CallLines linked calls={calls} empty={empty} name={name} />
    </Section>
  );
}
