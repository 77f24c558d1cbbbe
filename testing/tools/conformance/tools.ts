import { askingTools } from "./asking-tools";
import { text } from "./content";
import { sayingTools } from "./saying-tools";
import { statefulTools } from "./stateful-tools";
import type { ConformanceTool, ConformanceTools } from "./tool";

/** A list that a tool can change. */
export type ChangingList = "tools" | "prompts";

/** All of them, by their names. `change`: changes a list, and tells those who listen. */
export function conformanceTools(change: (list: ChangingList) => void): ConformanceTools {
  const changing = (list: ChangingList): ConformanceTool => ({
    call: () => {
      change(list);
      return { content: [text("The list has changed.")] };
    },
  });
  return {
    ...sayingTools,
    ...askingTools,
    ...statefulTools,
    test_trigger_tool_change: changing("tools"),
    test_trigger_prompt_change: changing("prompts"),
  };
}
