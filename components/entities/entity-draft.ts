import {
  type LimitDraft,
  limitDraftOf,
  limitFaults,
  type LimitFaults,
  limitsOf,
} from "@/components/limits/limit-draft";
import {
  type ModelLimitFaults,
  modelLimitFaults,
  type ModelLimitRow,
  modelLimitRows,
  modelLimitsOf,
} from "@/components/limits/model-limit-draft";
import type { EntityKind, EntityRow } from "./kinds";

/** The fields of the form, as typed. Each kind of entity shows those that it has. */
export interface EntityDraft {
  readonly id: string;
  readonly alias: string;
  readonly email: string;
  readonly role: string;
  readonly organizationId: string;
  readonly teams: readonly string[];
  readonly models: readonly string[];
  readonly limits: LimitDraft;
  readonly modelLimits: readonly ModelLimitRow[];
  readonly blocked: boolean;
}
export type EntityFieldName =
  | "alias"
  | "email"
  | "role"
  | "organization"
  | "teams"
  | "models"
  | "limits"
  | "modelLimits"
  | "blocked";

export interface EntityFaults {
  readonly limits: LimitFaults;
  readonly modelLimits: readonly ModelLimitFaults[];
}

/** The form of a row, or an empty one for a new entity. */
export function entityDraftOf<Row extends EntityRow>(kind: EntityKind<Row>, row?: Row): EntityDraft {
  const known: Partial<Record<string, unknown>> = { ...row };
  const text = (field: string) => String(known[field] ?? "");
  return {
    id: row ? kind.idOf(row) : "",
    alias: text(kind.aliasField),
    email: text("user_email"),
    role: text("user_role"),
    organizationId: text("organization_id"),
    teams: [],
    models: row && "models" in row ? row.models : [],
    limits: limitDraftOf(row),
    modelLimits: modelLimitRows(row && "model_rpm_limit" in row ? row : undefined),
    blocked: false,
  };
}

export function entityFaults({ limits, modelLimits }: EntityDraft): EntityFaults {
  return { limits: limitFaults(limits), modelLimits: modelLimitFaults(modelLimits) };
}

export function isFaulty({ limits, modelLimits }: EntityFaults): boolean {
  return [limits, ...modelLimits].some((faults) => Object.keys(faults).length > 0);
}

/** The named fields of the form → the fields of the management API, without the id. */
export function entityFieldsOf(
  { aliasField }: Pick<EntityKind<never>, "aliasField">,
  names: readonly EntityFieldName[],
  draft: EntityDraft,
): Record<string, unknown> {
  const fields: Record<EntityFieldName, Record<string, unknown>> = {
    alias: { [aliasField]: draft.alias.trim() || null },
    email: { user_email: draft.email.trim() || null },
    role: { user_role: draft.role || null },
    organization: { organization_id: draft.organizationId.trim() || null },
    teams: { teams: draft.teams },
    models: { models: draft.models },
    limits: { ...limitsOf(draft.limits) },
    modelLimits: { ...modelLimitsOf(draft.modelLimits) },
    blocked: draft.blocked ? { blocked: true } : {},
  };
  return Object.assign({}, ...names.map((name) => fields[name]));
}

/** Fields of a new entity that its form does not change afterwards. */
export const ONLY_WHEN_CREATING: readonly EntityFieldName[] = ["teams", "blocked"];
