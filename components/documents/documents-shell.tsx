import type { ReactNode } from "react";
import { Brand } from "@/components/shell/brand";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Link } from "@/components/ui/link";
import { DocumentSearchForm } from "./document-search-form";
import { DocumentsNavigation } from "./documents-navigation-list";
import { DOCUMENTS } from "./document-links";
import type { DocumentGroup } from "./documents-navigation";

/** The frame of the documentation: search and navigation around a page. It works without scripts. */
export function DocumentsShell({ groups, children }: { groups: readonly DocumentGroup[]; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-20 border-b bg-canvas">
        <div className="mx-auto flex h-14 max-w-[84rem] items-center gap-4 px-4 sm:px-6">
          <Link href={DOCUMENTS} className="flex shrink-0 items-center gap-2">
            <Brand />
            <span className="hidden text-ink-soft sm:inline">Documentation</span>
          </Link>
          <DocumentSearchForm />
          <div className="ml-auto shrink-0">
            <ThemeSwitch />
          </div>
          <Link href="/console" className="hidden shrink-0 text-body font-medium text-accent-text sm:inline">
            Open the console
          </Link>
        </div>
      </header>
      <div className="mx-auto flex max-w-[84rem] gap-10 px-4 sm:px-6">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-56 shrink-0 overflow-y-auto py-6 lg:block">
          <DocumentsNavigation groups={groups} />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 py-6 focus:outline-none">
          <details className="mb-6 rounded-md border bg-surface px-3 py-2 lg:hidden">
            <summary className="cursor-pointer font-medium">All pages</summary>
            <div className="pt-3">
              <DocumentsNavigation groups={groups} />
            </div>
          </details>
          {children}
        </main>
      </div>
    </div>
  );
}
