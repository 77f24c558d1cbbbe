"use client";
import { Link } from "@/components/ui/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { addressOf as consoleAddress } from "@/components/api/address";
import { useNow } from "@/components/shared/time";
import { usePreferredZone } from "@/components/time-range/preferred-zone";
import { addressWithKeptTime, keepTimeOf } from "@/components/time-range/kept-time";
import { addressWithTime, isTimed } from "@/components/time-range/timed-pages";
import { withoutBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";
import { classNames } from "@/components/ui/class-names";
import { isCurrent, NAVIGATION } from "./navigation";

/**
 * The links to the console's pages. `isFolded`: as icons alone. `counts`: what waits on a page, by its path.
 * `onNavigate`: called on a click, so that a drawer can close.
 */
export function Sidebar({
  isFolded = false,
  counts = {},
  onNavigate,
}: {
  isFolded?: boolean;
  counts?: Readonly<Record<string, ReactNode>> | undefined;
  onNavigate?: () => void;
}) {
  const pathname = withoutBasePath(usePathname(), basePath());
  const { addressOf, leaveFor } = useKeptTime(pathname);
  const router = useRouter();
  return (
    <nav aria-label="Console" className="flex flex-col gap-4 px-3 py-3">
      {NAVIGATION.map((group) => (
        <div key={group.heading ?? "top"}>
          {group.heading !== undefined && isFolded && <hr className="mx-2 mb-2" />}
          {group.heading !== undefined && !isFolded && (
            <p className="px-2 pb-1 text-meta font-medium text-ink-faint" aria-hidden>
              {group.heading}
            </p>
          )}
          <ul className="space-y-px">
            {group.items.map((item) => {
              const { href, label, icon: Icon } = item;
              const current = isCurrent(item, pathname);
              return (
                <li key={href} className="relative">
                  <Link
                    href={addressOf(href)}
                    prefetch={false}
                    onClick={onNavigate}
                    onNavigate={(event) => {
                      const address = leaveFor(href);
                      if (address === addressOf(href)) return;
                      event.preventDefault();
                      router.push(consoleAddress(address));
                    }}
                    title={isFolded ? label : undefined}
                    aria-current={current ? "page" : undefined}
                    className={classNames(
                      "flex h-8 items-center gap-2.5 rounded-md px-2 font-medium transition-colors",
                      current ? "bg-accent-soft text-accent-text" : "text-ink-soft hover:bg-hover hover:text-ink",
                    )}
                  >
                    <Icon className="size-4 shrink-0" aria-hidden />
                    <span className={isFolded ? "sr-only" : undefined}>{label}</span>
                  </Link>
                  {counts[href] !== undefined && (
                    // Beside the link and not in it: the link keeps its name.
                    <span
                      className={classNames(
                        "pointer-events-none absolute",
                        isFolded ? "-top-1 -right-1.5 origin-top-right scale-75" : "top-1.5 right-2",
                      )}
                    >
                      {counts[href]}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/**
 * The addresses of pages with the time of the page that is shown, or of the last one with a time. So a range that was
 * chosen under *Spend* goes on under *Requests*.
 */
function useKeptTime(pathname: string) {
  const query = useSearchParams().toString();
  const now = useNow();
  const preferred = usePreferredZone();
  const [kept, setKept] = useState("");
  const place = isTimed(pathname) ? `${pathname}?${query}` : kept;
  if (place !== kept) setKept(place);
  const addressFrom = (from: string, path: string): string => {
    // The server knows neither the time nor the zone of the browser.
    if (now === 0) return path;
    return addressWithTime(path, from, { now, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, preferred });
  };
  useEffect(() => keepTimeOf(place), [place]);
  return {
    addressOf: (path: string) => addressFrom(kept, path),
    /** Where a click leads: with a time that was just chosen, which the router has not drawn. */
    leaveFor: addressWithKeptTime,
  };
}
