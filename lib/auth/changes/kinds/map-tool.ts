import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";

export const mapTool = changeKind(z.object({ kind: z.literal("map-tool"), scope: z.string(), tool: z.string() }), {
  describe: ({ scope, tool }) => `scope_mappings listed the tool ${quote(tool)} under the scope ${quote(scope)}`,
  settings({ scope, tool }, { scope_mappings: mappings }) {
    if (!mappings.some((mapping) => mapping.scope === scope))
      return { scope_mappings: [...mappings, { scope, models: [], mcp_tools: [tool] }] };
    return {
      scope_mappings: mappings.map((mapping) =>
        mapping.scope === scope ? { ...mapping, mcp_tools: [...(mapping.mcp_tools ?? []), tool] } : mapping,
      ),
    };
  },
});
