"use client";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { withoutBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";
import { classNames } from "@/components/ui/class-names";
import { isCurrent, NAVIGATION } from "./navigation";

/** The links to the console's pages. `onNavigate`: called on a click, so that a drawer can close. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = withoutBasePath(usePathname(), basePath());
  return (
    <nav aria-label="Console" className="flex flex-col gap-4 px-3 py-3">
      {NAVIGATION.map((group) => (
        <div key={group.heading ?? "top"}>
          {group.heading && (
            <p className="px-2 pb-1 text-meta font-medium text-ink-faint" aria-hidden>
              {group.heading}
            </p>
          )}
          <ul className="space-y-px">
            {group.items.map((item) => {
              const { href, label, icon: Icon } = item;
              const current = isCurrent(item, pathname);
              return (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    onClick={onNavigate}
                    aria-current={current ? "page" : undefined}
                    className={classNames(
                      "flex h-8 items-center gap-2.5 rounded-md px-2 font-medium transition-colors",
                      current ? "bg-accent-soft text-accent-text" : "text-ink-soft hover:bg-hover hover:text-ink",
                    )}
                  >
                    <Icon className="size-4" aria-hidden />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
