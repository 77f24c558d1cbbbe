import { callLiteral } from "@/lib/calls/literal";
import { reachDatabase } from "@/lib/database/reach-database";
import { dollarsFromNano } from "@/lib/prices/money";
import { bookCalls } from "@/lib/store/calls/calls";
import { openDatabase } from "@/lib/store/database";
import { createClient, type Client } from "../../packages/client/src/index";
import type { GatewayProcess } from "../../testing/gateway/gateway-process";
import { COMPANY_TEAMS, companyMonth } from "./company";

/** What has become of the month, for the terminal. */
export interface FilledMonth {
  readonly calls: number;
  readonly dollars: number;
  /** The key of a team that goes on calling. */
  readonly key: string;
}

const BATCH = 1_000;
/** How much of its budget the team that is nearly through has spent. */
const NEARLY = 0.92;

/**
 * Fills a company's month: teams, people and keys by the management API, and calls with past times by the booking that
 * the ledger itself uses. `tell` hears of each part when it is there. @throws Error as these do
 */
export async function fillMonth(
  gateway: GatewayProcess,
  tell: (part: string) => void = () => {},
): Promise<FilledMonth> {
  const client = createClient({ baseUrl: gateway.url, token: gateway.masterKey });
  const keys = new Map<string, string>();
  const secrets = new Map<string, string>();
  for (const { id, alias, people } of COMPANY_TEAMS) {
    await client.call("POST /team/new", { team_id: id, team_alias: alias });
    const members = people.map((person) => ({ user_id: person, role: "user" as const }));
    await client.call("POST /team/member_add", { team_id: id, member: members });
    const made = await client.call("POST /key/generate", { team_id: id, key_alias: `${id}-key` });
    keys.set(id, made.token_id);
    secrets.set(id, made.key);
  }
  tell(`${COMPANY_TEAMS.length} teams with people and keys`);
  const calls = companyMonth(Date.now(), (teamId) => keys.get(teamId) ?? "");
  const reached = await reachDatabase({ databaseUrl: undefined, dataDirectory: gateway.dataDirectory });
  try {
    const database = openDatabase(reached.url);
    try {
      const literals = calls.map(callLiteral);
      for (let at = 0; at < literals.length; at += BATCH) await bookCalls(database, literals.slice(at, at + BATCH));
    } finally {
      await database.close();
    }
  } finally {
    await reached.close();
  }
  tell("a month of calls, with a deployment that failed and a model without a price");
  await setBudgets(client, calls);
  await askForAccess(gateway, client);
  tell("a budget that is nearly spent, a call that was refused, and a request for access");
  const total = calls.reduce((sum, { spendNano }) => sum + spendNano, 0n);
  return { calls: calls.length, dollars: Number(dollarsFromNano(total)), key: secrets.get("marketing") ?? "" };
}

/** One team has nearly spent its budget, the others have room. */
async function setBudgets(client: Client, calls: ReturnType<typeof companyMonth>): Promise<void> {
  for (const { id } of COMPANY_TEAMS) {
    const spent = calls.reduce((sum, { teamId, spendNano }) => (teamId === id ? sum + spendNano : sum), 0n);
    const dollars = Number(dollarsFromNano(spent));
    const budget = id === "support-desk" ? dollars / NEARLY : Math.max(5, dollars * 2.5);
    await client.call("POST /team/update", { team_id: id, max_budget: Math.round(budget * 100) / 100 });
  }
}

/** Somebody of the legal team is refused a model, three times, and asks for it. */
async function askForAccess({ url }: GatewayProcess, client: Client): Promise<void> {
  const { key } = await client.call("POST /key/generate", {
    team_id: "legal",
    user_id: "clara",
    key_alias: "clara-contracts",
    models: ["claude-sonnet"],
  });
  let decision: string | null = null;
  for (let at = 0; at < 3; at++) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Summarise this contract." }] }),
    });
    await answer.arrayBuffer();
    decision = answer.headers.get("x-gateway-decision-id");
  }
  if (decision === null) throw new Error("The refusal of the demonstration has no decision id");
  const clara = createClient({ baseUrl: url, token: key });
  await clara.call("POST /auth/access_requests", {
    decision_id: decision,
    note: "We compare contracts with both models.",
  });
}
