import { QUOTE, BACKSLASH } from "@/lib/json/bytes";

/**
 * Bytes of generated text in an event whose text is in these members (`"content":"`). Accurate enough for an estimate.
 */
export function generatedLength(event: Buffer, members: readonly Buffer[]): number {
  let total = 0;
  for (const member of members) {
    let at = event.indexOf(member);
    while (at !== -1) {
      const start = at + member.length;
      let end = event.indexOf(QUOTE, start);
      while (end > start && event[end - 1] === BACKSLASH) end = event.indexOf(QUOTE, end + 1);
      if (end === -1) break;
      total += end - start;
      at = event.indexOf(member, end);
    }
  }
  return total;
}
