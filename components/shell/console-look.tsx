"use client";
import { createContext, type ReactNode, use } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ConsoleLook, PLAIN_LOOK } from "@/lib/wire/sign-in/console-look";

const Look = createContext(PLAIN_LOOK);

/** How this gateway's console differs from those of others. */
export function useConsoleLook(): ConsoleLook {
  return use(Look);
}

const LINES = {
  grey: "bg-ink-faint",
  blue: "bg-accent",
  green: "bg-good",
  amber: "bg-warn",
  red: "bg-bad",
} as const satisfies Readonly<Record<ConsoleLook["colour"], string>>;

const NAMES = {
  grey: "bg-muted text-ink",
  blue: "bg-accent-soft text-accent-text",
  green: "bg-good-soft text-good",
  amber: "bg-warn-soft text-warn",
  red: "bg-bad-soft text-bad",
} as const satisfies Readonly<Record<ConsoleLook["colour"], string>>;

/** Tells the parts of the console how it looks, and draws the colour of a named environment along the top. */
export function LookProvider({ look, children }: { look: ConsoleLook; children: ReactNode }) {
  return (
    <Look value={look}>
      {look.environment !== undefined && (
        <div aria-hidden className={classNames("fixed inset-x-0 top-0 z-50 h-1", LINES[look.colour])} />
      )}
      {children}
    </Look>
  );
}

/** The name of the environment; nothing if it has none. */
export function EnvironmentName() {
  const { environment, colour } = useConsoleLook();
  if (environment === undefined) return null;
  return (
    <span
      title={`Environment: ${environment}`}
      className={classNames(
        "max-w-28 shrink-0 truncate rounded-md px-2 py-0.5 text-meta font-semibold sm:max-w-52",
        NAMES[colour],
      )}
    >
      <span className="sr-only">Environment: </span>
      {environment}
    </span>
  );
}
