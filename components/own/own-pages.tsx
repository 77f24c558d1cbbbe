"use client";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { linkedDraft } from "@/components/playground/linked-draft";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { withoutBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";
import type { Visitor } from "@/lib/wire/sign-in/console-access";
import type { OwnAnswers } from "@/lib/wire/own-questions";
import { OwnPage } from "./own-page";

const PlaygroundPage = dynamic(() =>
  import("@/components/playground/playground-page").then((module) => module.PlaygroundPage),
);

const ConnectionsPage = dynamic(() =>
  import("@/components/connections/connections-page").then((module) => module.ConnectionsPage),
);
const ReturnPage = dynamic(() => import("@/components/connections/return-page").then((module) => module.ReturnPage));

const PLAYGROUND = "/console/playground";
const CONNECTIONS = "/console/connections";
/** Where an authorization server sends somebody back to. */
const RETURN = `${CONNECTIONS}/return`;
const OWN = { href: "/console", label: "Your access" };

/** The pages of a caller who is not an administrator, the path, and which page it shows. */
function useOwnPages(own: OwnAnswers) {
  const path = withoutBasePath(usePathname(), basePath());
  const pages = [
    OWN,
    ...(own.open.includes("models") ? [{ href: PLAYGROUND, label: "Playground" }] : []),
    ...(own.listsTools ? [{ href: CONNECTIONS, label: "My connections" }] : []),
  ];
  const shown = pages.find(({ href }) => href === (path === RETURN ? CONNECTIONS : path)) ?? OWN;
  return { path, pages, shown };
}

/** The links to these pages: in the header, or above the page where the header has no room for them. */
export function OwnNavigation({ own, isInHeader = false }: { own: OwnAnswers; isInHeader?: boolean }) {
  const { pages, shown } = useOwnPages(own);
  if (pages.length === 1) return null;
  return (
    <nav
      aria-label="Console"
      className={classNames("flex gap-4", isInHeader ? "ml-6 max-md:hidden" : "mb-5 border-b md:hidden")}
    >
      {pages.map(({ href, label }) => {
        const isCurrent = href === shown.href;
        return (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              "-mb-px flex items-center rounded-t-sm border-b-2 px-1 font-medium whitespace-nowrap",
              isInHeader ? "h-12" : "h-9",
              isCurrent ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * The pages of callers who are not administrators: what is theirs, the playground if they may list models, and their
 * connections if they may list tools. Every other address shows the first.
 */
export function OwnPages({ access, own }: { access: Visitor; own: OwnAnswers }) {
  const { path, shown } = useOwnPages(own);
  const model = useSearchParams().get("model") ?? undefined;
  return (
    <>
      <OwnNavigation own={own} />
      {shown.href === PLAYGROUND ? (
        <PlaygroundPage linked={linkedDraft({ model })} ownTeams={own.teams} />
      ) : path === RETURN && shown.href === CONNECTIONS ? (
        <ReturnPage />
      ) : shown.href === CONNECTIONS ? (
        <ConnectionsPage />
      ) : (
        <OwnPage access={access} own={own} />
      )}
    </>
  );
}
