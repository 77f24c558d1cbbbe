import { targetOf } from "@/components/documents/document-links";
import { type DocumentGroup, navigationOf } from "@/components/documents/documents-navigation";
import { renderDocument, type RenderedDocument } from "@/components/documents/render-document";
import { DocumentSearch } from "@/components/documents/search-documents";
import { addressOf } from "@/components/api/address";
import { readDocuments } from "@/lib/server/console/documents";

interface Documents {
  readonly rendered: ReadonlyMap<string, RenderedDocument>;
  readonly groups: readonly DocumentGroup[];
}

let documents: Documents | undefined;

/** The documents of the version that runs. They are rendered when somebody first asks for one. */
export function documentsOfVersion(): Documents {
  if (documents) return documents;
  const texts = readDocuments();
  const rendered = new Map(
    [...texts].map(([file, text]) => [file, renderDocument(text, (href) => addressIn(href, file))]),
  );
  documents = { rendered, groups: navigationOf(texts.get("README.md") ?? "") };
  return documents;
}

function addressIn(href: string, file: string): string | undefined {
  const target = targetOf(href, file);
  return target?.startsWith("/") ? addressOf(target) : target;
}

let search: DocumentSearch | undefined;

/** The search over them, which is built for the first that searches. */
export function documentSearch(): DocumentSearch {
  search ??= new DocumentSearch(documentsOfVersion().rendered);
  return search;
}
