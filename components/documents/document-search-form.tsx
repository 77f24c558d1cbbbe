import { Search } from "lucide-react";
import { addressOf } from "@/components/api/address";
import { DOCUMENTS } from "./document-links";

/** A form, so that it works without scripts. `text`: what was searched for. */
export function DocumentSearchForm({ text }: { text?: string }) {
  return (
    <form role="search" action={addressOf(`${DOCUMENTS}/search`)} className="relative min-w-0 flex-1 lg:max-w-md">
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-faint" aria-hidden />
      <input
        type="search"
        name="q"
        defaultValue={text}
        maxLength={100}
        aria-label="Search the documentation"
        placeholder="Search: a word, an error code, a setting"
        className="h-9 w-full rounded-md border bg-surface pr-3 pl-8 text-body text-ellipsis placeholder:text-ink-faint max-sm:text-touch"
      />
    </form>
  );
}
