import { Link } from "@/components/ui/link";
import { DocumentSearchForm } from "./document-search-form";
import type { FoundSection } from "./search-documents";

/** What a search of the documents has found. */
export function FoundDocuments({ text, found }: { text: string; found: readonly FoundSection[] }) {
  return (
    <div className="max-w-3xl space-y-5">
      <h1 className="text-page font-semibold tracking-tight">Search</h1>
      <div className="flex">
        <DocumentSearchForm text={text} />
      </div>
      {text !== "" && found.length === 0 && (
        <p className="text-ink-soft">
          Nothing has all of these words. Try fewer, or an error code such as <code>team_blocked</code>.
        </p>
      )}
      <ol className="space-y-4">
        {found.map(({ path, title, heading, excerpt }) => (
          <li key={path}>
            <Link href={path} prefetch={false} className="font-medium text-accent-text hover:underline">
              {heading}
            </Link>
            {heading !== title && <span className="ml-2 text-meta text-ink-faint">{title}</span>}
            <p className="mt-0.5 text-body text-ink-soft">{excerpt}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
