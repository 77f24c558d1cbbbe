import type { z } from "zod";
import { callVersioned, type Versioned } from "@/components/api/client";
import type { Receipt } from "@/components/shared/receipts";
import { teamOfMember, userOfMember } from "@/lib/entity-type";
import type { ReadContract, VersionedWrite } from "@/lib/wire/contract";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { teamContracts, teamMemberContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { Patch, RepairedKind, RepairedRow } from "./entity-step";
import { memberFields, memberRow } from "./repaired-rows";

export type RowUpdate = VersionedWrite<z.ZodType, z.ZodType<{ nodes: Receipt[] }>>;

/** How a row is read and changed. */
interface RowOperations {
  readonly info: ReadContract<z.ZodType, z.ZodType<RepairedRow>>;
  readonly update: RowUpdate;
}

/** The kinds with a row and operations of their own. */
type OwnKind = Exclude<RepairedKind, "member" | "model">;

export const ROW_OPERATIONS: Readonly<
  Record<OwnKind, { readonly contracts: RowOperations; readonly idField: string }>
> = {
  team: { contracts: teamContracts, idField: "team_id" },
  user: { contracts: userContracts, idField: "user_id" },
  organization: { contracts: organizationContracts, idField: "organization_id" },
  key: { contracts: keyContracts, idField: "key" },
  end_user: { contracts: endUserContracts, idField: "user_id" },
};

/** One row, to be read and changed where several are changed together. */
export interface RowSource {
  /** Undefined: the row is gone. */
  readonly read: () => Promise<Versioned<RepairedRow> | undefined>;
  readonly write: (patch: Patch, etag: string | undefined) => Promise<Versioned<Written>>;
}

interface Written {
  readonly nodes: readonly Receipt[];
}

/** @throws ApiError by its functions */
export function rowSource(entity: Exclude<RepairedKind, "model">, id: string): RowSource {
  if (entity === "member") return memberSource(teamOfMember(id), userOfMember(id));
  const { contracts, idField } = ROW_OPERATIONS[entity];
  return {
    read: () => callVersioned(contracts.info, { [idField]: id }),
    write: (patch, etag) => callVersioned(contracts.update, { [idField]: id, ...patch }, { ifMatch: etag }),
  };
}

function memberSource(team_id: string, user_id: string): RowSource {
  return {
    async read() {
      const { body } = await callVersioned(teamContracts.info, { team_id });
      const member = body.members_with_roles.find((one) => one.user_id === user_id);
      return member && { body: memberRow(member), etag: member.etag };
    },
    async write(patch, ifMatch) {
      const { body } = await callVersioned(
        teamMemberContracts.update,
        { team_id, user_id, ...memberFields(patch) },
        { ifMatch },
      );
      return { body, etag: body.members_with_roles.find((one) => one.user_id === user_id)?.etag };
    },
  };
}
