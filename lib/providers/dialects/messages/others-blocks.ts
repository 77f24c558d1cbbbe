import { isObject } from "@/lib/is-object";
import { ExactNumbers } from "../../exact-numbers";
import { listAt, parseObjectText, textAt, type JsonObject } from "../../json-value";
import { isEncrypted } from "../responses/encrypted";

/**
 * What blocks of another provider may have in their bytes: OpenAI's signature of a thought, found pages, a citation.
 * The tool that searches is in every request that offers it, and is not one of them.
 */
const MARKS = ['"openai:', '"web_search_tool_result"', '"web_search_result_location"'].map((mark) => Buffer.from(mark));

/**
 * The bytes of a request to Anthropic without what another model thought or found: it takes only what it signed or
 * encrypted itself, and a caller who changes from another provider's model to Claude has them in the conversation. The
 * text of those turns stays. All other requests stay as they came.
 */
export function withoutOthersBlocks(bytes: Buffer): Buffer {
  if (!MARKS.some((mark) => bytes.includes(mark))) return bytes;
  const exact = new ExactNumbers();
  const request = parseObjectText(exact.mark(bytes.toString("utf8")));
  if (!request) return bytes;
  const turns = listAt(request, "messages");
  const kept = turns.flatMap((turn): unknown[] => {
    if (!isObject(turn) || !Array.isArray(turn["content"])) return [turn];
    const sent: readonly unknown[] = turn["content"];
    const blocks = ownBlocks(sent).map(withOwnCitations);
    if (blocks.length === sent.length && blocks.every((block, at) => block === sent[at])) return [turn];
    return blocks.length === 0 ? [] : [{ ...turn, content: blocks }];
  });
  const isSame = kept.length === turns.length && kept.every((turn, index) => turn === turns[index]);
  return isSame ? bytes : Buffer.from(exact.restore(JSON.stringify({ ...request, messages: kept })));
}

function ownBlocks(blocks: readonly unknown[]): unknown[] {
  const others = new Set(
    blocks.flatMap((block) => (isObject(block) && isOthersSearch(block) ? [textAt(block, "tool_use_id")] : [])),
  );
  return blocks.filter(
    (block) =>
      !isObject(block) ||
      !(
        isEncrypted(textAt(block, "signature")) ||
        isOthersSearch(block) ||
        (textAt(block, "type") === "server_tool_use" && others.has(textAt(block, "id")))
      ),
  );
}

/** A text without citations of pages that another provider has found. */
function withOwnCitations(block: unknown): unknown {
  if (!isObject(block) || !Array.isArray(block["citations"])) return block;
  const own = block["citations"].filter((citation) => !isObject(citation) || citation["encrypted_index"] !== "");
  if (own.length === block["citations"].length) return block;
  const { citations: _others, ...rest } = block;
  return own.length === 0 ? rest : { ...rest, citations: own };
}

/** A search whose pages have nothing that Anthropic encrypted. */
function isOthersSearch(block: JsonObject): boolean {
  if (textAt(block, "type") !== "web_search_tool_result") return false;
  const pages = listAt(block, "content");
  return pages.length > 0 && pages.every((page) => isObject(page) && !textAt(page, "encrypted_content"));
}
