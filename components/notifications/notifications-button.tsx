"use client";
import { Bell, BellRing, Inbox, KeyRound } from "lucide-react";
import { useMemo } from "react";
import { keepText, readKept, useKept } from "@/components/shared/drafts/kept-text";
import { Ago, Until } from "@/components/shared/time";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useIsHydrated } from "@/components/ui/hydration";
import { Menu, MenuLabel, MenuPage } from "@/components/ui/menu";
import { PlainButton } from "@/components/ui/plain-button";
import type { Notice } from "./notices";
import { seenFrom, withSeen } from "./seen";
import { KEY_DAYS, useNotices } from "./use-waiting";

const ICONS = { request: Inbox, alert: BellRing, key: KeyRound } as const;
const LOOKS = { request: "text-accent-text", alert: "text-bad", key: "text-warn" } as const;

/** The bell in the header: requests for access, alerts that are open, and keys that end soon, each with its place. */
export function NotificationsButton() {
  const { notices, error } = useNotices();
  const { seen, see } = useSeen();
  // The navigation may have read them before this takes over the server's HTML.
  const isHydrated = useIsHydrated();
  const fresh = isHydrated ? notices.filter(({ id }) => !seen.has(id)).length : 0;
  return (
    <Menu
      onClosed={() => see(notices.map(({ id }) => id))}
      trigger={
        <PlainButton
          aria-label={fresh === 0 ? "Notifications" : `Notifications: ${fresh} new`}
          className={classNames(buttonClasses("ghost", "icon"), "relative")}
        >
          <Bell className="size-4" aria-hidden />
          {fresh > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-meta leading-4 font-semibold text-accent-ink tabular-nums"
            >
              {fresh > 99 ? "99+" : fresh}
            </span>
          )}
        </PlainButton>
      }
    >
      <MenuLabel>
        <span className="block w-72 max-w-[70vw] text-pretty">
          {error !== null
            ? "Not everything could be read."
            : notices.length === 0
              ? `Nothing waits for you: no request for access, no open alert, no key that ends within ${KEY_DAYS} days.`
              : "Waiting for an administrator"}
        </span>
      </MenuLabel>
      {notices.map((notice) => (
        <NoticeLink key={notice.id} notice={notice} isNew={!seen.has(notice.id)} />
      ))}
    </Menu>
  );
}

function NoticeLink({ notice: { kind, text, detail, at, href }, isNew }: { notice: Notice; isNew: boolean }) {
  const Icon = ICONS[kind];
  return (
    <MenuPage href={href}>
      <Icon className={classNames("mt-0.5 size-4 shrink-0 self-start", LOOKS[kind])} aria-hidden />
      <span className="w-72 max-w-[65vw] min-w-0">
        <span className={classNames("line-clamp-2 text-pretty", isNew && "font-medium")}>{text}</span>
        <span className="flex gap-1.5 text-meta text-ink-faint">
          {kind === "key" ? <Until iso={at} /> : <Ago iso={at} />}
          {detail !== "" && <span className="truncate">{detail}</span>}
        </span>
      </span>
      {isNew && (
        <span className="size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">new</span>
        </span>
      )}
    </MenuPage>
  );
}

const SEEN = "gateway-console:seen-notices";

/** The ids of the notices that were seen in this browser, and a function that adds some. */
function useSeen() {
  const text = useKept(SEEN);
  const seen = useMemo(() => new Set(seenFrom(text)), [text]);
  const see = (ids: readonly string[]): void => keepText(SEEN, JSON.stringify(withSeen(seenFrom(readKept(SEEN)), ids)));
  return { seen, see };
}
