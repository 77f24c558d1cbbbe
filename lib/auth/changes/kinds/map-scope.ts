import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";

export const mapScope = changeKind(z.object({ kind: z.literal("map-scope"), scope: z.string(), model: z.string() }), {
  describe: ({ scope, model }) => `scope_mappings listed ${quote(model)} under the scope ${quote(scope)}`,
  settings({ scope, model }, { scope_mappings: mappings }) {
    if (!mappings.some((mapping) => mapping.scope === scope))
      return { scope_mappings: [...mappings, { scope, models: [model] }] };
    return {
      scope_mappings: mappings.map((mapping) =>
        mapping.scope === scope ? { ...mapping, models: [...mapping.models, model] } : mapping,
      ),
    };
  },
});
