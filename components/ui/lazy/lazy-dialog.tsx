"use client";
import dynamic from "next/dynamic";
import type { ComponentType, ReactNode } from "react";
import { useState } from "react";

type Component = (properties: never) => ReactNode;

/**
 * A dialog or drawer that a page loads when it first opens, so that nobody waits for what few people open. `isOpen`:
 * whether its properties open it.
 */
export function lazyDialog<Dialog extends Component>(
  load: () => Promise<Dialog>,
  isOpen: (properties: Parameters<Dialog>[0]) => boolean,
): Dialog {
  const Loaded = dynamic(async () => (await load()) as unknown as ComponentType<object>, { ssr: false });
  function LazyDialog(properties: object) {
    const [wasOpened, setWasOpened] = useState(false);
    const opens = !wasOpened && isOpen(properties as Parameters<Dialog>[0]);
    if (opens) setWasOpened(true);
    return (wasOpened || opens) && <Loaded {...properties} />;
  }
  // The same properties, and for dialogs of several kinds of rows the same types of them.
  return LazyDialog as unknown as Dialog;
}
