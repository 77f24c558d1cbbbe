import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";

/** What a tool says. */
export type ToolAnswer = CallToolResult | InputRequiredResult;

/** A tool as the official conformance suite wants it. */
export interface ConformanceTool {
  readonly properties?: Readonly<Record<string, object>>;
  readonly call: (context: ServerContext, given: Readonly<Record<string, unknown>>) => ToolAnswer | Promise<ToolAnswer>;
}

/** Tools by their names. */
export type ConformanceTools = Readonly<Record<string, ConformanceTool>>;
