"use client";
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { Link } from "@/components/ui/link";
import * as Dialog from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Messages } from "@/components/ui/lazy/toast";
import { PlainButton } from "@/components/ui/plain-button";
import { classNames } from "@/components/ui/class-names";
import { KeepsDrafts } from "@/components/shared/drafts/kept-state";
import { ReadOnly } from "@/components/shared/read-only";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import { EnvironmentName } from "./console-look";
import { rememberFolded } from "./folding";
import { Outdated } from "./outdated";
import { QueryProvider } from "./query-provider";
import { Sidebar } from "./sidebar";
import { ThemeSwitch } from "./theme-switch";

type Counts = Readonly<Record<string, ReactNode>> | undefined;

/** The frame of every page: the header, and the navigation at the side or in a drawer. */
export function ConsoleShell({
  name,
  detail,
  navigation = true,
  readOnly = false,
  pages,
  search,
  isFolded = false,
  counts,
  children,
}: {
  name: string;
  detail: string;
  navigation?: boolean;
  /** Whether the account may look at everything and change nothing. */
  readOnly?: boolean;
  /** The links to the pages of those who have no navigation at the side. */
  pages?: ReactNode;
  /** What stands in the header before the theme: the palette and the notifications. */
  search?: ReactNode;
  /** Whether the navigation is folded to icons when the page opens. */
  isFolded?: boolean;
  /** What waits on a page, by its path, as the mark of its link in the navigation. */
  counts?: Counts;
  children: ReactNode;
}) {
  const [folded, setFolded] = useState(isFolded);
  return (
    <QueryProvider>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-1.5 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div
        className={classNames(
          "min-h-dvh",
          navigation && "lg:grid",
          navigation && (folded ? "lg:grid-cols-[3.5rem_minmax(0,1fr)]" : "lg:grid-cols-[13.5rem_minmax(0,1fr)]"),
        )}
      >
        {navigation && <SideNavigation isFolded={folded} counts={counts} onFold={setFolded} />}
        <div className="flex min-w-0 flex-col">
          {/* A browser may draw what it has got so far, and would move it when the end of the row comes. */}
          <header className="not-has-[[data-account]]:invisible sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-canvas/90 px-3 backdrop-blur-sm lg:px-6">
            {navigation && <NavigationDrawer counts={counts} />}
            <span className={navigation ? "lg:hidden" : "pl-1 lg:pl-0"}>
              <Brand isTight />
            </span>
            <EnvironmentName />
            {pages}
            <span className="flex-1" />
            <Outdated />
            {search}
            <ThemeSwitch />
            <AccountMenu name={name} detail={detail} />
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 2xl:max-w-[100rem] px-4 py-4 outline-none lg:px-6 lg:py-4"
          >
            {readOnly && (
              <p role="note" className="mb-4 rounded-md border bg-muted/50 px-3 py-2 text-ink-soft">
                View only. You can see everything but not make changes.
              </p>
            )}
            <KeepsDrafts person={`${name} ${detail}`}>
              <ReadOnly readOnly={readOnly}>{children}</ReadOnly>
            </KeepsDrafts>
          </main>
        </div>
      </div>
      <Messages />
    </QueryProvider>
  );
}

/** The navigation at the side of a wide screen, with the button that folds it to icons. */
function SideNavigation({
  isFolded,
  counts,
  onFold,
}: {
  isFolded: boolean;
  counts: Counts;
  onFold: (isFolded: boolean) => void;
}) {
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col border-r bg-surface lg:flex">
      <Link href="/console" className={classNames("flex h-12 shrink-0 items-center", isFolded ? "px-4" : "px-5")}>
        <Brand isMark={isFolded} />
      </Link>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Sidebar isFolded={isFolded} counts={counts} />
      </div>
      <div className="shrink-0 border-t px-3 py-2">
        <PlainButton
          aria-pressed={isFolded}
          title={isFolded ? "Expand the navigation" : undefined}
          onClick={() => {
            rememberFolded(!isFolded);
            onFold(!isFolded);
          }}
          className="flex h-8 w-full items-center gap-2.5 rounded-md px-2 font-medium text-ink-faint hover:bg-hover hover:text-ink"
        >
          <Icon className="size-4 shrink-0" aria-hidden />
          <span className={isFolded ? "sr-only" : undefined}>Collapse the navigation</span>
        </PlainButton>
      </div>
    </aside>
  );
}

function NavigationDrawer({ counts }: { counts: Counts }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <PlainButton aria-label="Open navigation" className={`${buttonClasses("ghost", "icon")} lg:hidden`}>
          <MenuIcon className="size-4" aria-hidden />
        </PlainButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-black/35 dark:bg-black/60 lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-64 animate-fade overflow-y-auto border-r bg-surface shadow-high outline-none lg:hidden"
        >
          <div className="flex h-12 items-center justify-between pr-2 pl-5">
            <Dialog.Title>
              <Brand />
            </Dialog.Title>
            <Dialog.Close aria-label="Close navigation" className={buttonClasses("ghost", "icon")}>
              <X className="size-4" aria-hidden />
            </Dialog.Close>
          </div>
          <Sidebar counts={counts} onNavigate={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
