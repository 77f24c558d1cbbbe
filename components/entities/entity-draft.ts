import { type ContentDraft, contentDraftOf, contentFieldsOf } from "@/components/shared/forms/content-draft";
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

/**
 * The fields that are one string: their name in the management API, which for a name depends on the kind, and what the
 * form says of them.
 */
export const TEXT_FIELDS = {
  alias: { label: "Name", hint: (one: string) => `What people call the ${one}. Optional.` },
  email: { field: "user_email", label: "E-mail", hint: () => "Optional." },
  role: {
    field: "user_role",
    label: "Role",
    hint: () => "A viewer reads what administrators read, and changes nothing.",
    choices: { "": "Ordinary user", proxy_admin_viewer: "Viewer (proxy_admin_viewer)" },
  },
  organization: {
    field: "organization_id",
    label: "Organisation",
    hint: () => "Its models, limits and block apply too.",
  },
} as const satisfies Record<string, TextField>;

interface TextField {
  readonly field?: string;
  readonly label: string;
  readonly hint: (one: string) => string;
  /** Its values, if it has few, and their labels. */
  readonly choices?: Readonly<Record<string, string>>;
}
type TextFieldName = keyof typeof TEXT_FIELDS;

export function isTextField(name: string): name is TextFieldName {
  return Object.hasOwn(TEXT_FIELDS, name);
}

function fieldOf(name: TextFieldName, { aliasField }: Pick<EntityKind<never>, "aliasField">): string {
  const known: TextField = TEXT_FIELDS[name];
  return known.field ?? aliasField;
}

/** The fields of the form, as typed. Each kind of entity shows those that it has. */
export interface EntityDraft extends Readonly<Record<TextFieldName, string>> {
  readonly id: string;
  readonly teams: readonly string[];
  readonly models: readonly string[];
  /** Null: any. */
  readonly hostedTools: readonly string[] | null;
  readonly content: ContentDraft;
  readonly limits: LimitDraft;
  readonly modelLimits: readonly ModelLimitRow[];
  readonly blocked: boolean;
}
export type EntityFieldName =
  | TextFieldName
  | "teams"
  | "models"
  | "hostedTools"
  | "content"
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
  const text = (name: TextFieldName) => String(known[fieldOf(name, kind)] ?? "");
  return {
    id: row ? kind.idOf(row) : "",
    alias: text("alias"),
    email: text("email"),
    role: text("role"),
    organization: text("organization"),
    teams: [],
    models: row && "models" in row ? row.models : [],
    hostedTools: row && "hosted_tools" in row ? row.hosted_tools : null,
    content: contentDraftOf(row && "log_content" in row ? row : undefined),
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
  kind: Pick<EntityKind<never>, "aliasField">,
  names: readonly EntityFieldName[],
  draft: EntityDraft,
): Record<string, unknown> {
  const fields: Record<Exclude<EntityFieldName, TextFieldName>, Record<string, unknown>> = {
    teams: { teams: draft.teams },
    models: { models: draft.models },
    hostedTools: { hosted_tools: draft.hostedTools },
    content: contentFieldsOf(draft.content),
    limits: { ...limitsOf(draft.limits) },
    modelLimits: { ...modelLimitsOf(draft.modelLimits) },
    blocked: draft.blocked ? { blocked: true } : {},
  };
  const textOf = (name: TextFieldName) => ({ [fieldOf(name, kind)]: draft[name].trim() || null });
  return Object.assign({}, ...names.map((name) => (isTextField(name) ? textOf(name) : fields[name])));
}

/** Fields of a new entity that its form does not change afterwards. */
export const ONLY_WHEN_CREATING: readonly EntityFieldName[] = ["teams", "blocked"];
