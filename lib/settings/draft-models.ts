import { z } from "zod";
import type { Steps } from "@/lib/async/steps";
import type { Environment } from "@/lib/config/environment-variables";
import { toFinding, hasErrors, type Fault, type Finding, type FindingNumber } from "@/lib/config/finding";
import { checkModels } from "./model-checks";
import { redactFinding } from "./redact";
import { resolveReferences } from "./references";
import { checkRouting } from "./routing-checks";
import { ENTRY_SECRETS } from "@/lib/config/provider-settings/table";
import { modelEntry, type GeneralSettings, type JwtAuthSettings, type ModelEntry } from "@/lib/config/schema";
import { schemaFaults } from "./schema-faults";

export interface DraftContext {
  readonly environment: Pick<Environment, "lookup" | "vaultSecret">;
  readonly isKnownProvider: (name: string) => boolean;
  readonly isPriced: ((entry: ModelEntry) => boolean) | undefined;
  readonly general: Pick<GeneralSettings, "enable_jwt_auth" | "fallbacks">;
  readonly access: JwtAuthSettings;
}

export interface CheckedModels {
  /** Undefined if any finding is an error. */
  readonly models: readonly ModelEntry[] | undefined;
  readonly findings: readonly Finding[];
}

const draft = z.object({ model_list: z.array(modelEntry) });
/**
 * The fields of a draft that may refer to a variable. Answers about a draft show none of them; in any other field, a
 * reference would reveal the variable's value.
 */
const REFERRING: readonly string[] = ["api_base", ...ENTRY_SECRETS];

/** Findings about fallbacks and about defaults of new keys, which a draft does not have. */
const OF_SETTINGS: ReadonlySet<FindingNumber> = new Set(["C054", "C055", "C197"]);

/**
 * Checks a draft of a model list, in steps, as the file's list is checked. Findings name paths of the draft and repeat
 * no secret.
 */
export function* checkModelDraft(list: unknown, context: DraftContext): Steps<CheckedModels> {
  const resolved = resolveReferences({ model_list: list }, context.environment);
  const misplaced = [...resolved.sources.keys()].filter((path) => !REFERRING.includes(path.split(".").at(-1) ?? ""));
  if (misplaced.length > 0) return { models: undefined, findings: misplaced.map(misplacedReference) };
  yield;
  const parsed = draft.safeParse(resolved.value);
  yield;
  const faults = parsed.success
    ? yield* behindTheSchema(parsed.data.model_list, context)
    : schemaFaults(draft, resolved.value, parsed.error.issues);
  const findings = [...resolved.faults, ...faults].map((fault) => redactFinding(toFinding(fault), resolved.revealed));
  return { models: parsed.success && !hasErrors(findings) ? parsed.data.model_list : undefined, findings };
}

function* behindTheSchema(
  models: readonly ModelEntry[],
  { general, access, isKnownProvider, isPriced, environment }: DraftContext,
): Steps<Fault[]> {
  const own = checkModels(models, isKnownProvider, { variable: (name) => environment.lookup(name) });
  yield;
  const whole = checkRouting(models, {
    general,
    access,
    isPriced,
    listPath: ["model_list"],
    fallbacksPath: ["fallbacks"],
  });
  return [...own, ...whole.filter(({ number }) => !OF_SETTINGS.has(number))];
}

function misplacedReference(path: string): Finding {
  const message = `a draft may take only ${REFERRING.slice(0, -1).join(", ")} and ${REFERRING.at(-1)} from a variable`;
  return { number: "C014", severity: "error", path, message, fix: "write the value itself" };
}
