import type { Finding } from "@/lib/config/finding";
import type { AccessOverrides, AccessSetting } from "@/lib/config/schema";
import type { ModelView } from "@/lib/wire/model";
import type { SpendReport } from "@/lib/wire/spend";

/** The management API's answers, as design names them: snake_case, times as ISO strings, spend in dollars. */
export interface List<Item> {
  data: Item[];
  total: number;
  page: number;
  size: number;
}

export interface Receipt {
  node: string;
  acknowledged_ms: number | null;
}

/** What is booked of a budget in its present window, as `/team/info` and the like tell it. */
export interface BudgetWindow {
  spent: number;
  starts_at: string | null;
  resets_at: string | null;
  soft_exceeded: boolean;
}
export type WithBudget<Entity> = Entity & { budget: BudgetWindow | null };

export interface SettingInForce {
  value: unknown;
  source: "file" | "revision" | "default";
  file_value: unknown;
}
export interface RevisionSummary {
  id: number;
  created_at: string;
  actor: string;
  comment: string | null;
}
export interface Configuration {
  generation: number;
  revision: RevisionSummary | null;
  settings: Record<AccessSetting, SettingInForce>;
  models: string[];
  findings: Finding[];
}
export type Revision = RevisionSummary & { settings: AccessOverrides };
export interface Validation {
  valid: boolean;
  findings: Finding[];
}
export interface SavedRevision {
  revision: RevisionSummary;
  nodes: Receipt[];
  findings: Finding[];
}

/** The model list as it is in force, with what its analysis says. */
export interface ModelList {
  data: ModelView[];
  findings: Finding[];
  overlaps: { winner: string; loser: string; example: string; tie: boolean; complete: boolean }[];
  overlaps_truncated: boolean;
}

/** What the spend journal of the node that answers holds. */
export interface Journal {
  node: string;
  fault: string | null;
  open: number;
  waiting: number;
  in_memory_alone: number;
  last_recovery: {
    at: string;
    processes: number;
    booked: number;
    interrupted: number;
    rejected: number;
    damaged: number;
  } | null;
  set_aside: { name: string; bytes: number; modified_at: string }[];
}

/** One line of a spend report; which of its names are there is what it was grouped by. */
export type SpendRow = SpendReport["data"][number];

export interface AuditEvent {
  id: string | number;
  at: string;
  actor: string;
  action: string;
  entity_type: string;
  entity_id: string;
  before: unknown;
  after: unknown;
}

export interface Readiness {
  status: string;
  database: unknown;
  journal: unknown;
  change_feed: unknown;
  models: unknown;
  configuration: unknown;
  version: string;
  console: boolean;
}

export interface ProviderKey {
  kid: string | null;
  kty: "RSA" | "EC" | "OKP";
  alg: string | null;
  crv: string | null;
  age_seconds: number;
  tokens_seen: number;
}
export interface IdentityProvider {
  url: string;
  issuer: string | null;
  keys: ProviderKey[];
  fetched_at: string | null;
  next_refresh_at: string | null;
  stale: boolean;
  usable: boolean;
  last_error: string | null;
}
export interface Providers {
  node: string;
  data: IdentityProvider[];
}
export interface KeyDrill {
  url: string;
  reachable: boolean;
  error: string | null;
  added: ProviderKey[];
  removed: ProviderKey[];
  kept: ProviderKey[];
  recent_tokens: number;
  would_fail: number;
}
