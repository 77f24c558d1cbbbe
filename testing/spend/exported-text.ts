import type { ExportQuestion, ReportReader } from "@/lib/reports/report-reader";

/** All that an export says, for a reader that stays. `onChunk`: waited for after each piece. */
export async function exportedText(
  reader: ReportReader,
  question: ExportQuestion,
  onChunk: () => Promise<void> | void = () => {},
): Promise<string> {
  const { lines } = await reader.exportCalls(question, { isGone: false, onGone() {} });
  const chunks: Uint8Array[] = [];
  for await (const chunk of lines) {
    chunks.push(chunk);
    await onChunk();
  }
  return Buffer.concat(chunks).toString("utf8");
}
