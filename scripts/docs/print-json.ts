const WIDTH = 100;

/** JSON with what fits into a line on one line, and two spaces for each level of the rest. */
export function printJson(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + printJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${printJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.join(",\n")}\n${indent}${close}`;
}
