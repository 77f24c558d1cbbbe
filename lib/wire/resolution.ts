import { z } from "zod";
import type { ModelEntry } from "@/lib/config/schema";
import { deploymentId } from "@/lib/router/deployment";
import { resolveModel, type Candidate } from "@/lib/router/resolve";

const candidate = z.object({
  id: z.string(),
  model_name: z.string(),
  upstream_model: z.string(),
  captures: z.array(z.string()),
  specificity: z.object({ exact: z.boolean(), literalCharacters: z.number(), stars: z.number(), literalPrefix: z.number() }),
});

/** Which entry serves a model name, and which others would, best first. */
export const resolution = z.object({ requested: z.string(), winner: candidate.nullable(), candidates: z.array(candidate) });

/** Resolves a model name as a call would, for showing. */
export function resolutionView(requested: string, models: readonly ModelEntry[]): z.output<typeof resolution> {
  const { candidates, winner } = resolveModel(requested, models);
  return { requested, winner: winner ? viewCandidate(winner) : null, candidates: candidates.map(viewCandidate) };
}

function viewCandidate({ entry, index, upstreamModel, captures, specificity }: Candidate<ModelEntry>): z.output<typeof candidate> {
  return { id: deploymentId(entry, index), model_name: entry.model_name, upstream_model: upstreamModel, captures: [...captures], specificity };
}
