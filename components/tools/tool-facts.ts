import { isObject } from "@/lib/is-object";
import type { ShownTool } from "@/lib/wire/contracts/tools";

type Definition = Readonly<Record<string, unknown>>;

/** What the server says of a tool's effects. A hint that is absent counts as the worst that it could say. */
interface ToolMark {
  readonly label: "Reads" | "Writes" | "Destructive";
  readonly because: string;
}

export function toolMark({ annotations }: Definition): ToolMark {
  const hints = isObject(annotations) ? annotations : {};
  if (hints["readOnlyHint"] === true)
    return { label: "Reads", because: "Its server says that it changes nothing (readOnlyHint)." };
  if (hints["destructiveHint"] === false)
    return {
      label: "Writes",
      because: "Its server says that it adds and takes nothing away (destructiveHint: false).",
    };
  return {
    label: "Destructive",
    because:
      hints["destructiveHint"] === true
        ? "Its server says that it may take something away (destructiveHint)."
        : "Its server does not say that it only reads or only adds, so the worst is assumed.",
  };
}

/** A parameter of a tool, as its schema has it at the first level. */
interface ToolParameter {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

export function parametersOf({ inputSchema }: Definition): ToolParameter[] {
  const schema = isObject(inputSchema) ? inputSchema : {};
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(properties).map(([name, value]) => {
    const property = isObject(value) ? value : {};
    const description = property["description"];
    return {
      name,
      type: typeText(property),
      isRequired: required.includes(name),
      description: typeof description === "string" ? description : "",
    };
  });
}

function typeText(property: Definition): string {
  const { type, enum: choices, items } = property;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (type === "array" && isObject(items)) return `${typeText(items)}[]`;
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "any";
}

/** The text of a member of a definition; empty: there is none. */
export function textIn(definition: Definition, member: "title" | "description"): string {
  const value = definition[member];
  return typeof value === "string" ? value : "";
}

/** The members that an administrator approves. Others may change without approval. */
const PINNED = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;

export function pinnedOf(definition: Definition | null): Record<string, unknown> {
  return Object.fromEntries(
    PINNED.flatMap((member) => (definition?.[member] === undefined ? [] : [[member, definition[member]] as const])),
  );
}

/** Whether a tool shows something else than was approved. */
export function isChanged({ hash, approved_hash: approved }: Pick<ShownTool, "hash" | "approved_hash">): boolean {
  return approved !== null && approved !== hash;
}

/** Whether somebody should look at a tool: it is not approved, and may still be called. */
export function needsApproval({ state, listed }: Pick<ShownTool, "state" | "listed">): boolean {
  return state !== "approved" && listed !== false;
}

/** Held tools first, then other changed or unapproved ones, then the rest, those that are gone last; each by name. */
export function inOrderOfNeed<Tool extends Pick<ShownTool, "tool" | "state" | "listed" | "hash" | "approved_hash">>(
  tools: readonly Tool[],
): Tool[] {
  const rank = (tool: Tool): number => {
    if (tool.listed === false) return 5;
    return tool.state === "approved" ? 4 : (tool.state === "held" ? 0 : 2) + (isChanged(tool) ? 0 : 1);
  };
  return [...tools].sort((a, b) => rank(a) - rank(b) || (a.tool < b.tool ? -1 : 1));
}
