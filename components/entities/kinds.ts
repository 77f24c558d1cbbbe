import type { z } from "zod";
import type { WithBudget } from "@/components/limits/budget-state";
import type { Receipt } from "@/components/shared/receipts";
import { MANAGED_KINDS, type ManagedKind } from "@/lib/entity-type";
import type { ReadContract, UnversionedWrite, VersionedWrite } from "@/lib/wire/contract";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { EndUser } from "@/lib/wire/end-user";
import type { Organization } from "@/lib/wire/organization";
import type { PayerIdField } from "@/lib/wire/payer-names";
import type { NamedTeam } from "@/lib/wire/team";
import type { NamedUser } from "@/lib/wire/user";

/** The rows of each kind of entity, by the first segment of the paths that manage it. */
export interface EntityRows {
  readonly team: NamedTeam;
  readonly user: NamedUser;
  readonly organization: Organization;
  readonly customer: EndUser;
}
export type EntityKindName = keyof EntityRows;
export type EntityRow = EntityRows[EntityKindName];

/**
 * The operations on entities of one kind. Their inputs differ by the names of `idField`, `aliasField` and `idsField`.
 */
export interface EntityContracts<Row extends EntityRow> {
  readonly list: ReadContract<z.ZodType, z.ZodType<{ data: WithBudget<Row>[]; total: number; next: string | null }>>;
  readonly info: ReadContract<z.ZodType, z.ZodType<WithBudget<Row>>>;
  readonly new: UnversionedWrite<z.ZodType, z.ZodType<Row>>;
  readonly update: VersionedWrite<z.ZodType, z.ZodType<Row & { nodes: Receipt[] }>>;
  readonly delete: VersionedWrite<z.ZodType, z.ZodType<{ nodes: Receipt[] }>>;
  readonly block: UnversionedWrite<z.ZodType, z.ZodType<{ nodes: Receipt[] }>>;
  readonly unblock: UnversionedWrite<z.ZodType, z.ZodType<{ nodes: Receipt[] }>>;
}

/** What the console knows of a kind of entity without drawing it. */
export interface EntityKind<Row extends EntityRow> extends Pick<ManagedKind, "type" | "one" | "many"> {
  readonly name: EntityKindName;
  readonly contracts: EntityContracts<Row>;
  /** Filters that its page adds to those that people choose. */
  readonly listed?: Readonly<Record<string, string>>;
  /** The last part of the path of its list. */
  readonly path: string;
  /** The fields that the search looks into. */
  readonly foundBy: string;
  /** The field of its id in the inputs and outputs of the management API. */
  readonly idField: "team_id" | "user_id" | "organization_id";
  readonly idsField: "team_ids" | "user_ids" | "organization_ids";
  readonly aliasField: "team_alias" | "user_alias" | "organization_alias" | "alias";
  /** The field of its id in calls and in reports of spend. */
  readonly payerField: PayerIdField;
  readonly idOf: (row: Row) => string;
  /** The name shown in the console: the alias, or the id. */
  readonly nameOf: (row: Row) => string;
  readonly blocking: {
    /** What blocking and unblocking mean, as sentences. */
    readonly blocked: string;
    readonly unblocked: string;
    /** Whether a block can also end the streams that are in progress. */
    readonly cutsStreams: boolean;
  };
  readonly deletion: {
    readonly goes: string;
    /** What happens after the deletion to calls that name it, as a sentence. */
    readonly after: string;
    /** What the end of its block means, as a sentence. */
    readonly unblocks: string;
    /** What may belong to it. */
    readonly owns: readonly ("keys" | "teams")[];
    /** Whether its keys are deleted along with it. Otherwise they must be moved first. */
    readonly takesKeys: boolean;
  };
}

export const KINDS: { readonly [Name in EntityKindName]: EntityKind<EntityRows[Name]> } = {
  team: {
    ...MANAGED_KINDS.team,
    name: "team",
    contracts: teamContracts,
    path: "teams",
    foundBy: "id or name",
    payerField: "team_id",
    idOf: (team) => team.team_id,
    nameOf: (team) => team.team_alias ?? team.team_id,
    blocking: {
      blocked: "Every node refuses every call whose token or key names this team, starting with the next request.",
      unblocked: "Every node accepts calls for this team again, starting with the next request.",
      cutsStreams: true,
    },
    deletion: {
      goes: "The team with its models, budget and limits",
      after:
        "Every node refuses calls for this team, starting with the next request, unless settings or a role let tokens name teams that do not exist.",
      unblocks: "Where tokens may name teams that do not exist, they are accepted again.",
      owns: ["keys"],
      takesKeys: true,
    },
  },
  user: {
    ...MANAGED_KINDS.user,
    name: "user",
    contracts: userContracts,
    path: "users",
    foundBy: "id, name or e-mail",
    payerField: "user_id",
    idOf: (user) => user.user_id,
    nameOf: (user) => user.user_alias ?? user.user_email ?? user.user_id,
    blocking: {
      blocked: "Every node refuses every call whose token or key names this user, starting with the next request.",
      unblocked: "Every node accepts calls of this user again, starting with the next request.",
      cutsStreams: false,
    },
    deletion: {
      goes: "The user with their memberships, models, budget and limits",
      after:
        "This user is unknown on every node, starting with the next request. Calls are refused unless settings or a role accept users who do not exist.",
      unblocks: "Where users who do not exist are accepted, this user is accepted again.",
      owns: ["keys"],
      takesKeys: true,
    },
  },
  organization: {
    ...MANAGED_KINDS.organization,
    name: "organization",
    contracts: organizationContracts,
    path: "organizations",
    foundBy: "id or name",
    payerField: "organization_id",
    idOf: (organization) => organization.organization_id,
    nameOf: (organization) => organization.organization_alias ?? organization.organization_id,
    blocking: {
      blocked:
        "Every node refuses every call charged to this organisation by its token, its team or its key, starting with the next request.",
      unblocked: "Every node accepts calls charged to this organisation again, starting with the next request.",
      cutsStreams: false,
    },
    deletion: {
      goes: "The organisation with its models, budget and limits",
      after:
        "Tokens may still name it, but its models, budget and limits no longer apply to them, starting with the next request.",
      unblocks: "Tokens that name it are accepted again.",
      owns: ["keys", "teams"],
      takesKeys: false,
    },
  },
  customer: {
    ...MANAGED_KINDS.end_user,
    name: "customer",
    contracts: endUserContracts,
    listed: { recorded: "true" },
    path: "end-users",
    foundBy: "id or name",
    payerField: "end_user_id",
    idOf: (endUser) => endUser.user_id,
    nameOf: (endUser) => endUser.alias ?? endUser.user_id,
    blocking: {
      blocked:
        "Every node refuses every call made for this end user, named by a claim of the token or by the request’s field “user”, starting with the next request.",
      unblocked: "Every node accepts calls made for this end user again, starting with the next request.",
      cutsStreams: false,
    },
    deletion: {
      goes: "The name, the budget and the limits of this end user",
      after:
        "Calls may still be made for this end user. Their budget and limits no longer apply, starting with the next request.",
      unblocks: "Calls made for them are accepted again.",
      owns: [],
      takesKeys: false,
    },
  },
};

/** An entity as the dialogs that block and delete need it. */
export interface EntityRef {
  readonly kind: EntityKindName;
  readonly id: string;
  readonly name: string;
  readonly blocked: boolean;
  /** How many users lose a membership with it. */
  readonly members: number;
}

/** A row as a reference for the dialogs that block and delete it. */
export function refOf<Row extends EntityRow>(kind: EntityKind<Row>, row: Row): EntityRef {
  return {
    kind: kind.name,
    id: kind.idOf(row),
    name: kind.nameOf(row),
    blocked: row.blocked,
    members: "members_with_roles" in row ? membersOf(row) : 0,
  };
}

/** How many members a team has. A team in a list holds only the first members, and a count. */
export function membersOf({ members_count, members_with_roles }: NamedTeam): number {
  return members_count ?? members_with_roles.length;
}
