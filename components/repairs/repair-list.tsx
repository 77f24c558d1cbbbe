"use client";
import { Wrench } from "lucide-react";
import { calledBy } from "@/components/sentences/display-parts";
import type { NamedEntity } from "@/lib/wire/explanation";
import type { Offer } from "./offers";
import { RepairAction } from "./repair-action";
import { togetherTitle } from "./together";
import { TogetherRepair } from "./together-repair";
import type { Refused } from "./what-if";

/** What an administrator can do so that a request passes: each card is enough. `onDone`: called after one was made. */
export function RepairList({
  offers,
  refused,
  names,
  onDone,
}: {
  offers: readonly Offer[];
  refused: Refused;
  names: readonly NamedEntity[];
  onDone: () => void;
}) {
  return (
    <ul aria-label="What would allow it" className="space-y-2">
      {offers.map((offer) => {
        const [only] = offer;
        const isOne = offer.length === 1 && only;
        return (
          <li key={offer.map(({ sentence }) => sentence).join("\n")} className="rounded-md border px-3 py-2.5">
            <p className="flex gap-2 font-medium break-words">
              <Wrench className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />{" "}
              {isOne ? only.sentence : togetherTitle(offer.length)}
            </p>
            {isOne ? (
              <RepairAction repair={only} refused={refused} nameOf={calledBy(names)} onDone={onDone} />
            ) : (
              <TogetherRepair offer={offer} refused={refused} onDone={onDone} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
