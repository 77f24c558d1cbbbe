import type { z } from "zod";
import { codesOfStatus } from "@/lib/errors";
import type { SpendScope } from "@/lib/api/ownership";
import type { RefusalFilter } from "@/lib/store/record/refusal-list";
import { FILTERS_OF_CALLS, FILTERS_OF_REFUSALS, type requestContracts } from "@/lib/wire/contracts/requests";
import { periodOf } from "./scope";

type Asked = z.output<typeof requestContracts.list.input>;

/** Which of the two sources can have rows that meet the filters. */
export function sourcesOf(asked: Asked): { readonly calls: boolean; readonly refusals: boolean } {
  const has = (names: readonly (keyof Asked)[]): boolean => names.some((name) => asked[name] !== undefined);
  return {
    calls: asked.status !== "refused" && !has(FILTERS_OF_REFUSALS),
    refusals: (asked.status ?? "refused") === "refused" && !has(FILTERS_OF_CALLS),
  };
}

/**
 * The filters of a request for refusals, with one that limits the answer to the caller's own if `own` is given.
 * @throws GatewayError invalid_request
 */
export function refusalFilters(asked: Asked, own: SpendScope | undefined): RefusalFilter[] {
  const filter: RefusalFilter = {
    decisionId: asked.decision_id,
    requestId: asked.request_id,
    anyId: asked.any_id,
    codes: asked.code === undefined ? undefined : codesOf(asked.code),
    kind: asked.kind,
    principal: asked.principal,
    route: asked.route,
    requestedModel: asked.requested_model,
    teamId: asked.team_id,
    userId: asked.user_id,
    keyId: asked.key_id,
    organizationId: asked.organization_id,
    endUserId: asked.end_user_id,
    issuer: asked.issuer,
    ...periodOf(asked),
  };
  return own ? [filter, OWN[own.type](own.id)] : [filter];
}

const OWN: Readonly<Record<SpendScope["type"], (id: string) => RefusalFilter>> = {
  team: (id) => ({ provenTeamId: id }),
  user: (id) => ({ userId: id }),
  key: (id) => ({ keyId: id }),
};

function codesOf(asked: string): readonly string[] {
  return /^\d/.test(asked) ? codesOfStatus(Number(asked)) : [asked];
}
