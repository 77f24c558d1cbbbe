import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ToolDefinition } from "@/lib/mcp/tool-definition";

/** What a server's list was when it was last read. */
export interface ReadTools {
  readonly tools: readonly ToolDefinition[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The list of a server's tools, as one credential sees it. */
export interface ToolList {
  read: ReadTools | undefined;
  reading: Promise<readonly ToolDefinition[]> | undefined;
  /** Whether the server took too long to list its tools, and has not listed them since. */
  isHanging: boolean;
  /** The list that was last noted for administrators. */
  noted: readonly ToolDefinition[] | undefined;
}

/** Lists of callers' own are read again when they are needed, so only those in use are kept. */
const MOST_KEPT = 200;

/** The lists of one server: the gateway's own, and those of callers in whose name it is asked. */
export class ToolLists {
  /** As the gateway's own credential sees it, which all callers share. */
  readonly own: ToolList = emptyList();
  readonly #ofCallers = new LRUCache<string, ToolList>({ max: MOST_KEPT });

  /** The list of a caller's own token, which nobody else sees; without a token, the gateway's own. */
  of(subjectToken: string | undefined): ToolList {
    if (subjectToken === undefined) return this.own;
    const print = createHash("sha256").update(subjectToken).digest("base64url");
    let list = this.#ofCallers.get(print);
    if (!list) this.#ofCallers.set(print, (list = emptyList()));
    return list;
  }
}

function emptyList(): ToolList {
  return { read: undefined, reading: undefined, isHanging: false, noted: undefined };
}
