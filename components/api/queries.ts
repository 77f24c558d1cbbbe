import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RecordedDecision } from "@/lib/wire/explanation";
import type { Customer } from "@/lib/wire/customer";
import type { Key } from "@/lib/wire/key";
import type { AccessMatrix } from "@/lib/wire/matrix";
import type { Organization } from "@/lib/wire/organization";
import type { Price } from "@/lib/wire/price";
import type { CallLog, GlobalSpend, SpendReport } from "@/lib/wire/spend";
import type { Team } from "@/lib/wire/team";
import type { User } from "@/lib/wire/user";
import { ApiError, apiGet } from "./client";
import type {
  AuditEvent,
  Configuration,
  Journal,
  List,
  ModelList,
  Providers,
  Readiness,
  Revision,
  WithBudget,
} from "./types";

/** One entry per question the console asks the management API; the first word of a key is what a write invalidates. */
export const PAGE_SIZE = 25;

export const teamsQuery = (filter: {
  search?: string;
  blocked?: string;
  page: number;
  size?: number;
  sort?: string;
  organization_id?: string;
}) =>
  queryOptions({
    queryKey: ["teams", filter],
    queryFn: ({ signal }) => apiGet<List<Team>>("/team/list", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const teamQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["teams", "one", teamId],
    queryFn: ({ signal }) => apiGet<WithBudget<Team>>("/team/info", { team_id: teamId }, signal),
  });

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ["users", "one", userId],
    queryFn: ({ signal }) => apiGet<WithBudget<User>>("/user/info", { user_id: userId }, signal),
  });

export const usersQuery = (filter: { search?: string; blocked?: string; page: number; size?: number }) =>
  queryOptions({
    queryKey: ["users", filter],
    queryFn: ({ signal }) => apiGet<List<User>>("/user/list", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organizations", "one", organizationId],
    queryFn: ({ signal }) =>
      apiGet<WithBudget<Organization>>("/organization/info", { organization_id: organizationId }, signal),
  });

export const organizationsQuery = (filter: { search?: string; blocked?: string; page: number; size?: number }) =>
  queryOptions({
    queryKey: ["organizations", filter],
    queryFn: ({ signal }) => apiGet<List<Organization>>("/organization/list", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const customerQuery = (endUserId: string) =>
  queryOptions({
    queryKey: ["customers", "one", endUserId],
    queryFn: ({ signal }) => apiGet<WithBudget<Customer>>("/customer/info", { user_id: endUserId }, signal),
  });

export const customersQuery = (filter: { search?: string; blocked?: string; page: number; size?: number }) =>
  queryOptions({
    queryKey: ["customers", filter],
    queryFn: ({ signal }) => apiGet<List<Customer>>("/customer/list", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const keyQuery = (tokenId: string) =>
  queryOptions({
    queryKey: ["keys", "one", tokenId],
    queryFn: ({ signal }) => apiGet<WithBudget<Key>>("/key/info", { key: tokenId }, signal),
  });

export const keysQuery = (filter: {
  page: number;
  search?: string;
  blocked?: string;
  team_id?: string;
  user_id?: string;
  size?: number;
}) =>
  queryOptions({
    queryKey: ["keys", filter],
    queryFn: ({ signal }) => apiGet<List<Key>>("/key/list", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

/** How many keys and teams belong to somebody; asked anew each time, for what is deleted cannot be had back. */
export const belongingsQuery = (kind: "team" | "user" | "organization" | "customer", id: string) =>
  queryOptions({
    queryKey: ["belongings", kind, id],
    queryFn: async ({ signal }) => {
      const count = async (path: string) =>
        (await apiGet<List<unknown>>(path, { [`${kind}_id`]: id, size: 1 }, signal)).total;
      // Nothing belongs to those whom calls name.
      if (kind === "customer") return { keys: 0, teams: 0 };
      const [keys, teams] = await Promise.all([count("/key/list"), kind === "organization" ? count("/team/list") : 0]);
      return { keys, teams };
    },
    staleTime: 0,
    gcTime: 0,
  });

export const configurationQuery = queryOptions({
  queryKey: ["configuration"],
  queryFn: ({ signal }) => apiGet<Configuration>("/config/get", {}, signal),
});

export const revisionsQuery = queryOptions({
  queryKey: ["configuration", "revisions"],
  queryFn: ({ signal }) => apiGet<List<Revision>>("/config/revisions", { size: 50 }, signal),
});

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => apiGet<ModelList>("/model/info", {}, signal),
});

export const journalQuery = queryOptions({
  queryKey: ["journal"],
  queryFn: ({ signal }) => apiGet<Journal>("/spend/journal", {}, signal),
});

export const pricesQuery = (page: number) =>
  queryOptions({
    queryKey: ["prices", page],
    queryFn: ({ signal }) => apiGet<List<Price>>("/price/list", { page, size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });

export const matrixQuery = ({ kinds, models, page }: { kinds: string; models: readonly string[]; page: number }) =>
  queryOptions({
    // Its first word is the configuration's: a revision changes who may use what.
    queryKey: ["configuration", "matrix", kinds, models, page],
    queryFn: ({ signal }) =>
      apiGet<AccessMatrix>("/auth/matrix", { kinds, models: models.join(","), page, size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });

/** Days are UTC days, both included. */
export interface SpendFilter {
  start_date: string;
  end_date: string;
  team_id?: string;
  user_id?: string;
  organization_id?: string;
  key_id?: string;
  model?: string;
  provider?: string;
}
export const spendReportQuery = (groupBy: string, filter: SpendFilter) =>
  queryOptions({
    queryKey: ["spend", groupBy, filter],
    queryFn: ({ signal }) =>
      apiGet<SpendReport>("/spend/report", { group_by: groupBy, ...filter, limit: 10_000 }, signal),
    placeholderData: keepPreviousData,
  });

export const globalSpendQuery = queryOptions({
  queryKey: ["spend", "global"],
  queryFn: ({ signal }) => apiGet<GlobalSpend>("/global/spend", {}, signal),
});

export interface CallFilter {
  page: number;
  size?: number;
  team_id?: string;
  user_id?: string;
  key_id?: string;
  organization_id?: string;
  end_user_id?: string;
  tag?: string;
  model?: string;
  provider?: string;
  status?: string;
  price_state?: string;
  sort?: string;
  order?: string;
  start_date?: string;
  end_date?: string;
  call_id?: string;
}
export const callsQuery = (filter: CallFilter) =>
  queryOptions({
    queryKey: ["calls", filter],
    queryFn: ({ signal }) => apiGet<List<CallLog>>("/spend/logs", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (filter: { page: number; entity_type?: string; entity_id?: string; actor?: string }) =>
  queryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ signal }) => apiGet<List<AuditEvent>>("/audit/logs", { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

/** A denial that this node remembers; it never changes. */
export const recordedDecisionQuery = (id: string) =>
  queryOptions({
    queryKey: ["decisions", id],
    queryFn: ({ signal }) => apiGet<RecordedDecision>("/auth/explain", { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const apiDescriptionQuery = queryOptions({
  queryKey: ["api-description"],
  queryFn: ({ signal }) => apiGet<unknown>("/openapi.json", {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: ({ signal }) => apiGet<Providers>("/provider/keys", {}, signal),
});

export const readinessQuery = queryOptions({
  queryKey: ["readiness"],
  queryFn: async ({ signal }) => {
    try {
      return await apiGet<Readiness>("/health/readiness", {}, signal);
    } catch (error) {
      // A gateway that is not ready says so in the same words, with status 503.
      if (error instanceof ApiError && isReadiness(error.body)) return error.body;
      throw error;
    }
  },
});

function isReadiness(body: unknown): body is Readiness {
  return typeof body === "object" && body !== null && "status" in body && "journal" in body;
}
