/** The result of a call for an upstream that has no member for its failure: then the text says it. */
export function toldResult(text: string, isError: boolean): string {
  if (!isError || /^\W{0,3}error\b/i.test(text)) return text;
  return text === "" ? "Error" : `Error: ${text}`;
}
