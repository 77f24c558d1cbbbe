import { mirrorSchemaFault } from "./mirrored-headers";
import {
  definitionFault,
  definitionHash,
  lookalikes,
  tierOf,
  type ToolDefinition,
  type ToolTier,
} from "./tool-definition";

/** What an administrator has approved of a tool. */
export interface ToolPin {
  /** The SHA-256 of the definition, in hex. */
  readonly hash: string;
  /** Whether the definition said that the tool only reads. */
  readonly tier: ToolTier;
}

/** The pins of a server, by the names of its tools. */
export type ToolPins = ReadonlyMap<string, ToolPin>;

/** What a server's tools need before they are listed (`on_tool_change`). */
export type ToolApproval = "hold" | "warn" | "allow";

/** A tool with what is thought of it. */
export interface JudgedTool {
  readonly tool: ToolDefinition;
  readonly hash: string;
  readonly tier: ToolTier;
  /** Why it waits for an administrator; undefined: it does not. */
  readonly held: string | undefined;
  /** Why an administrator should look at it, whether or not it waits. */
  readonly suspicion: string | undefined;
}

interface Judgement {
  readonly pins: ToolPins;
  readonly approval: ToolApproval;
  readonly judged: readonly JudgedTool[];
  readonly byName: ReadonlyMap<string, JudgedTool>;
}

/** What was last thought of a list, for as long as neither it nor the pins change: every call of a tool asks. */
const judgements = new WeakMap<readonly ToolDefinition[], Judgement>();

/** Says of each tool of a server's list whether it may be shown and called. */
export function judgeTools(
  tools: readonly ToolDefinition[],
  pins: ToolPins,
  approval: ToolApproval,
): readonly JudgedTool[] {
  return judgementOf(tools, pins, approval).judged;
}

/** What `judgeTools` says of the tool of a name; undefined: the list has none. */
export function judgeTool(
  tools: readonly ToolDefinition[],
  name: string,
  pins: ToolPins,
  approval: ToolApproval,
): JudgedTool | undefined {
  return judgementOf(tools, pins, approval).byName.get(name);
}

function judgementOf(tools: readonly ToolDefinition[], pins: ToolPins, approval: ToolApproval): Judgement {
  const before = judgements.get(tools);
  if (before?.pins === pins && before.approval === approval) return before;
  const judged = judge(tools, pins, approval);
  const byName = new Map(judged.toReversed().map((one) => [one.tool.name, one]));
  const judgement = { pins, approval, judged, byName };
  judgements.set(tools, judgement);
  return judgement;
}

function judge(tools: readonly ToolDefinition[], pins: ToolPins, approval: ToolApproval): JudgedTool[] {
  const alike = lookalikes(tools);
  return tools.map((tool) => {
    const { hash, fault, unusable } = known(tool);
    const pin = pins.get(tool.name);
    const isApproved = pin?.hash === hash;
    const suspicion = isApproved
      ? unusable
      : (unusable ?? fault ?? (alike.has(tool.name) ? "The name looks like that of another tool." : changeOf(pin)));
    return {
      tool,
      hash,
      // What changed without approval may not make itself harmless.
      tier: pin && !isApproved && pin.tier === "write" ? "write" : tierOf(tool),
      suspicion,
      // Clients must not call such a tool, whoever approves it (2026-07-28, `x-mcp-header`).
      held:
        unusable ??
        (approval === "allow" || (approval === "warn" && suspicion === changeOf(pin)) ? undefined : suspicion),
    };
  });
}

function changeOf(pin: ToolPin | undefined): string {
  return pin ? "The definition has changed since it was approved." : "The tool is new.";
}

interface KnownDefinition {
  readonly hash: string;
  readonly fault: string | undefined;
  /** Why nobody may call the tool. */
  readonly unusable: string | undefined;
}

/** A definition does not change, and hashing a long list takes milliseconds. */
const looked = new WeakMap<ToolDefinition, KnownDefinition>();

function known(tool: ToolDefinition): KnownDefinition {
  let found = looked.get(tool);
  if (!found) {
    const unusable = mirrorSchemaFault(tool.value["inputSchema"]);
    looked.set(tool, (found = { hash: definitionHash(tool), fault: definitionFault(tool), unusable }));
  }
  return found;
}
