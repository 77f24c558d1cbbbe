"use client";
import { Fragment } from "react";
import { anyAddress } from "@/components/shared/entity-address";
import { useNow } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import type { NamedEntity } from "@/lib/wire/explanation";
import { momentText } from "./moment-text";
import { displayParts } from "./display-parts";

/** A sentence of a decision. Names link to pages, with the id on hover. Times are in the reader's zone. */
export function Sentence({ text, names = [] }: { text: string; names?: readonly NamedEntity[] }) {
  return displayParts(text, names).map((part, at) => (
    <Fragment key={at}>
      {part.is === "text" && part.text}
      {part.is === "time" && <Moment iso={part.iso} />}
      {part.is === "name" && (
        <Link
          href={anyAddress(part.kind, part.id) ?? "/console"}
          prefetch={false}
          title={part.id}
          className="rounded underline decoration-line-strong underline-offset-3 hover:text-accent-text hover:decoration-current"
        >
          {part.name}
        </Link>
      )}
    </Fragment>
  ));
}

function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{momentText(iso, useNow())}</time>;
}
