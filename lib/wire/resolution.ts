import { z } from "zod";
import type { ModelEntry } from "@/lib/config/schema";
import { deploymentId } from "@/lib/providers/deployment";
import { explainPrecedence, explainWinner } from "@/lib/router/explain-winner";
import { resolveModel, type Candidate } from "@/lib/router/resolve";

const candidate = z.object({
  id: z.string(),
  position: z.number().int().describe("The position in the model list, from 1."),
  model_name: z.string(),
  upstream_model: z.string(),
  captures: z.array(z.string()),
  specificity: z.object({
    exact: z.boolean(),
    literalCharacters: z.number(),
    stars: z.number(),
    literalPrefix: z.number(),
  }),
  wins: z.boolean().describe("Whether the entry belongs to the group that serves the name."),
  because: z.string().nullable().describe("Why the previous entry takes precedence; null for the first entry."),
});

/** The entries that can serve a model name, best first. */
export const resolution = z.object({
  requested: z.string(),
  winner: candidate.nullable(),
  because: z.string().nullable().describe("Why the winner wins, in plain words; null: no entry matches."),
  candidates: z.array(candidate),
});

/** Resolves a model name as a call would, with the reasons. */
export function resolutionView(requested: string, models: readonly ModelEntry[]): z.output<typeof resolution> {
  const { candidates, group } = resolveModel(requested, models);
  const views = candidates.map((each, index) => viewCandidate(each, group.includes(each), candidates[index - 1]));
  return { requested, winner: views[0] ?? null, because: explainWinner(candidates) ?? null, candidates: views };
}

function viewCandidate(
  each: Candidate<ModelEntry>,
  wins: boolean,
  before: Candidate<ModelEntry> | undefined,
): z.output<typeof candidate> {
  const { entry, index, upstreamModel, captures, specificity } = each;
  return {
    id: deploymentId(entry, index),
    position: index + 1,
    model_name: entry.model_name,
    upstream_model: upstreamModel,
    captures: [...captures],
    specificity,
    wins,
    because: before ? explainPrecedence(before, each) : null,
  };
}
