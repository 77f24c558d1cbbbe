import { accessRequestOf, type FindOperationAccess } from "@/lib/auth/access-request";
import type { Identity, KeyFacts } from "@/lib/auth/decision";
import { claimReading, describeIdentity, reviveIdentity } from "@/lib/auth/replay-identity";
import type { Settings } from "@/lib/config/schema";
import { evaluateIdentity } from "@/lib/gateway/request/evaluate";
import { readRecordedIdentity } from "@/lib/store/record/recorded-decisions";
import type { RecordedDecision } from "@/lib/wire/explanation";
import type { Services } from "../services";
import { withTier } from "./explain-tool";
import { explainEvaluation, requireSmall, type ExplainedRequest, type Explanation } from "./explain";

/** What would be decided today about a recorded refusal. `who`: the caller, described. */
export interface AskedAgain {
  readonly explanation: Explanation;
  readonly model: string | undefined;
  readonly who: string;
}

/**
 * Asks again what was refused, of the identity that was recorded: its token is not kept, nor is the body, which
 * determines what a model call may cost. Returns a sentence where that cannot be done. @throws GatewayError
 * directory_unavailable; invalid_request for a caller who is too large to try
 */
export async function askAgain(
  services: Services,
  record: RecordedDecision,
  settings: Settings,
  { find, ...how }: Pick<ExplainedRequest, "body" | "pace"> & { readonly find: FindOperationAccess },
): Promise<AskedAgain | { readonly cannot: string }> {
  const identity = await identityOf(services, record, settings);
  if ("cannot" in identity) return identity;
  const asked = accessRequestOf(
    {
      method: record.method,
      route: record.route,
      model: record.model ?? undefined,
      team_id: record.team_id ?? undefined,
      organization_id: record.organization_id ?? undefined,
      user: record.end_user_id ?? undefined,
      mcp_server: record.mcp_server ?? undefined,
      tool: record.tool ?? undefined,
      hosted_tools: record.hosted_tools,
    },
    find,
  );
  if ("fault" in asked) return { cannot: asked.fault.message };
  requireSmall(identity, settings);
  const request = await withTier(services, asked.request, settings);
  const evaluation = await evaluateIdentity(services, identity, request, settings);
  const question = { ...how, request, settings };
  const explanation = await explainEvaluation(services, { evaluation, checks: [] }, question);
  return { explanation, model: request.model, who: describeIdentity(identity) };
}

async function identityOf(
  { database, directory, recorder }: Services,
  { identity_fingerprint: fingerprint }: RecordedDecision,
  { jwtAuth }: Settings,
): Promise<Identity | { readonly cannot: string }> {
  if (fingerprint === null || fingerprint === undefined)
    return { cannot: "The caller was not recorded. Explain the same request with their token." };
  await recorder.flush();
  const recorded = await readRecordedIdentity(database, fingerprint);
  if (!recorded) return { cannot: "What was recorded of the caller is no longer kept." };
  if (recorded.kind === "jwt" && claimReading(recorded.issuer, jwtAuth) !== recorded.reading)
    return { cannot: "The identity would now be read from other claims, and tokens are not kept." };
  let key: KeyFacts | undefined;
  if (recorded.kind === "virtual-key") {
    const row = await database.prisma.key.findUnique({ where: { id: recorded.keyId }, select: { hash: true } });
    key = row ? await directory.keyByHash(row.hash) : undefined;
  }
  return reviveIdentity(recorded, key, jwtAuth) ?? { cannot: "The key has been deleted." };
}
