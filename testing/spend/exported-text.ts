import type { ExportQuestion, ReportReader } from "@/lib/reports/report-reader";

/** All that an export says, for a reader that stays. */
export async function exportedText(reader: ReportReader, question: ExportQuestion): Promise<string> {
  const { lines } = await reader.exportCalls(question, { isGone: false, onGone() {} });
  const chunks: Uint8Array[] = [];
  for await (const chunk of lines) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
