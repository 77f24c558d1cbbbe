/** The first segments under `/mcp` that manage servers. */
const MANAGEMENT: ReadonlySet<string> = new Set(["server"]);

/** Whether a path is an address of tools: `/mcp`, `/mcp/{servers}` or `/{servers}/mcp`. */
export function isToolPath(path: string): boolean {
  const [first = "", second, third] = path.split("/").slice(1);
  if (third !== undefined)
    return first === "v1" && second === "mcp" && third !== "" && !MANAGEMENT.has(third) && path.split("/").length === 4;
  if (second === undefined) return first === "mcp";
  if (first === "mcp") return second !== "" && !MANAGEMENT.has(second);
  return second === "mcp" && first !== "";
}
