import { Equal, type LucideIcon, Minus, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { ProviderKey } from "@/lib/wire/contracts/provider-keys";
import { classNames } from "@/components/ui/class-names";
import type { Tone } from "@/components/ui/badge";
import { Mono } from "@/components/ui/text";
import { type KeyDifference, typeOf } from "./key-difference";
import { PlainButton } from "@/components/ui/plain-button";

const FRAMES: Readonly<Record<Tone, string>> = {
  neutral: "bg-muted/50",
  accent: "bg-accent-soft",
  good: "border-good/40 bg-good-soft",
  bad: "border-bad/40 bg-bad-soft",
  warn: "border-warn/40 bg-warn-soft",
};

/** The keys that a fetch added, removed and kept, or would add, remove and keep. */
export function DifferencePanel({
  title,
  tone,
  difference,
  children,
  onClose,
}: {
  title: string;
  tone: Tone;
  difference?: KeyDifference | undefined;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <section
      aria-label={title}
      className={classNames("relative mx-4 mb-4 rounded-md border px-3 py-2.5", FRAMES[tone])}
    >
      <h3 className="pr-8 font-semibold">{title}</h3>
      <p className="mt-0.5 pr-8 break-words">{children}</p>
      {difference && (
        <ul className="mt-2 space-y-1">
          <KeyLines keys={difference.added} icon={Plus} label="added" colour="text-good" />
          <KeyLines keys={difference.removed} icon={Minus} label="removed" colour="text-bad" />
          <KeyLines keys={difference.kept} icon={Equal} label="kept" colour="text-ink-soft" />
        </ul>
      )}
      <PlainButton
        aria-label="Dismiss"
        onClick={onClose}
        className="absolute top-2 right-2 grid size-6 place-items-center rounded text-ink-soft hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </PlainButton>
    </section>
  );
}

function KeyLines({
  keys,
  icon: Icon,
  label,
  colour,
}: {
  keys: readonly ProviderKey[];
  icon: LucideIcon;
  label: string;
  colour: string;
}) {
  return keys.map((key, index) => (
    <li key={index} className="flex items-start gap-2">
      <Icon className={classNames("mt-0.5 size-4 shrink-0", colour)} aria-hidden />
      <span className="min-w-0">
        <Mono className="wrap-anywhere">{key.kid ?? "without an id"}</Mono>{" "}
        <span className="text-meta text-ink-soft">
          {typeOf(key)}, {label}
        </span>
      </span>
    </li>
  ));
}
