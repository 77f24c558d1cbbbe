"use client";
import { classNames } from "@/components/ui/class-names";
import { useConsoleLook } from "./console-look";

/**
 * The mark, or the logo of the settings, and the name. `isTight`: beside the name of an environment and buttons, so
 * that a phone has no place for both names. `isMark`: the mark alone, beside folded navigation.
 */
export function Brand({ isTight = false, isMark = false }: { isTight?: boolean; isMark?: boolean }) {
  const { logo, environment } = useConsoleLook();
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      {logo === undefined ? (
        <svg viewBox="0 0 32 32" className="size-6 shrink-0 rounded-md bg-accent text-accent-ink" aria-hidden>
          <path
            d="M9 23V14a7 7 0 0 1 14 0v9M16 12.5V23"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.8"
            strokeLinecap="round"
          />
        </svg>
      ) : (
        <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden>
          <image href={logo} width="24" height="24" />
        </svg>
      )}
      <span
        className={classNames(
          "whitespace-nowrap",
          isTight && environment !== undefined && "max-sm:sr-only",
          isMark && "sr-only",
        )}
      >
        Model Gateway
      </span>
    </span>
  );
}
