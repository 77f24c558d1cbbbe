import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentPage } from "@/components/documents/document-page";
import { fileOf } from "@/components/documents/document-links";
import { documentsOfVersion } from "../documents-of-version";

type Parameters = Promise<{ readonly page?: string[] }>;

export async function generateMetadata({ params }: { params: Parameters }): Promise<Metadata> {
  const found = await documentOf(params);
  return { title: found ? `${found.document.title} · Documentation` : "Documentation" };
}

export default async function Page({ params }: { params: Parameters }) {
  const found = await documentOf(params);
  if (!found) notFound();
  return <DocumentPage file={found.file} document={found.document} />;
}

async function documentOf(params: Parameters) {
  const { page = [] } = await params;
  const { rendered } = documentsOfVersion();
  const file = fileOf(page.map(decodeURIComponent).join("/"), [...rendered.keys()]);
  const document = file === undefined ? undefined : rendered.get(file);
  return file !== undefined && document ? { file, document } : undefined;
}
