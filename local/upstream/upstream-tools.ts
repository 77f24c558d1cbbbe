/** A tool as either dialect describes it. */
export interface OfferedTool {
  readonly name: string;
  readonly schema: unknown;
}

export interface PlannedCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/**
 * The tool calls of the local upstream: the chosen tool, or the tools that the question names, or otherwise the first.
 * Every parameter gets a fixed value of its type.
 */
export function callsFor(
  tools: readonly OfferedTool[],
  question: string,
  choice: { readonly isNone: boolean; readonly name?: string; readonly single: boolean },
): PlannedCall[] {
  if (choice.isNone) return [];
  const wanted = tools.filter(({ name }) =>
    choice.name === undefined ? question.includes(name) : name === choice.name,
  );
  const called = wanted.length === 0 ? tools.slice(0, 1) : wanted;
  return (choice.single ? called.slice(0, 1) : called).map(({ name, schema }) => ({ name, input: inputFor(schema) }));
}

function inputFor(schema: unknown): Record<string, unknown> {
  const properties =
    typeof schema === "object" && schema !== null && "properties" in schema ? schema.properties : undefined;
  if (typeof properties !== "object" || properties === null) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]: [string, unknown]) => {
      const type = typeof property === "object" && property !== null && "type" in property ? property.type : undefined;
      return [
        name,
        type === "number" || type === "integer"
          ? 7
          : type === "boolean"
            ? true
            : name === "city"
              ? "Oslo"
              : `a "${name}", Grüße 👋`,
      ];
    }),
  );
}
