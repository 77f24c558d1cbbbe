"use client";
import type { ComponentType, ReactNode } from "react";
import { AskedBy, useOpenersWhen } from "../focus/openers";
import { later, useLater } from "./later";

type Component = (properties: never) => ReactNode;

/**
 * A part of a page that its first drawing does not need: it is loaded when the page is idle, or when it is drawn.
 * `Waiting`: what stands in its place until then.
 */
export function lazyPart<Shown extends Component>(load: () => Promise<Shown>, Waiting: ComponentType = Nothing): Shown {
  const file = fileOf(load);
  function LazyPart(properties: object) {
    const loaded = useLater(file, true);
    return loaded ? <loaded.Loaded {...properties} /> : <Waiting />;
  }
  // The same properties, and for dialogs of several kinds of rows the same types of them.
  return LazyPart as unknown as Shown;
}

/**
 * A dialog or drawer, which few people open: it is loaded when the page is idle, or when it opens. `isOpen`: whether
 * its properties open it.
 */
export function lazyDialog<Shown extends Component>(
  load: () => Promise<Shown>,
  isOpen: (properties: Parameters<Shown>[0]) => boolean,
): Shown {
  const file = fileOf(load);
  function LazyDialog(properties: object) {
    const open = isOpen(properties as Parameters<Shown>[0]);
    const loaded = useLater(file, open);
    // When its code comes, the menu that it was chosen from may be gone, and nothing have the focus yet.
    const openers = useOpenersWhen(open);
    return (
      loaded && (
        <AskedBy value={openers}>
          <loaded.Loaded {...properties} />
        </AskedBy>
      )
    );
  }
  return LazyDialog as unknown as Shown;
}

function fileOf(load: () => Promise<Component>) {
  return later(async () => ({ Loaded: (await load()) as unknown as ComponentType<object> }));
}

function Nothing() {
  return null;
}
