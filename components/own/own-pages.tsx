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

const PLAYGROUND = "/console/playground";

const PAGES = [
  { href: "/console", label: "Your access" },
  { href: PLAYGROUND, label: "Playground" },
] as const;

/**
 * The pages of callers who are not administrators: what is theirs, and the playground if they may list models. Every
 * other address shows the first.
 */
export function OwnPages({ access, own }: { access: Visitor; own: OwnAnswers }) {
  const path = withoutBasePath(usePathname(), basePath());
  const query = useSearchParams();
  if (!own.open.includes("models")) return <OwnPage access={access} own={own} />;
  const isPlayground = path === PLAYGROUND;
  const model = query.get("model") ?? undefined;
  return (
    <>
      <nav aria-label="Console" className="mb-5 flex gap-4 border-b">
        {PAGES.map(({ href, label }) => {
          const isCurrent = (href === PLAYGROUND) === isPlayground;
          return (
            <Link
              key={href}
              href={href}
              prefetch={false}
              aria-current={isCurrent ? "page" : undefined}
              className={classNames(
                "-mb-px flex h-9 items-center rounded-t-sm border-b-2 px-1 font-medium",
                isCurrent ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      {isPlayground ? (
        <PlaygroundPage linked={linkedDraft({ model })} ownTeams={own.teams} />
      ) : (
        <OwnPage access={access} own={own} />
      )}
    </>
  );
}
