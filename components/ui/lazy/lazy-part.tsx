"use client";
import type { ComponentType, ReactNode } from "react";
import { later, useLater } from "./later";

type Component = (properties: never) => ReactNode;

/**
 * A part of a page that its first drawing does not need: it is loaded when the page is idle, or when it is drawn.
 * `Waiting`: what stands in its place until then.
 */
export function lazyPart<Shown extends Component>(load: () => Promise<Shown>, Waiting: ComponentType = Nothing): Shown {
  return lazy(load, () => true, Waiting);
}

/**
 * A dialog or drawer, which few people open: it is loaded when the page is idle, or when it opens. `isOpen`: whether
 * its properties open it.
 */
export function lazyDialog<Shown extends Component>(
  load: () => Promise<Shown>,
  isOpen: (properties: Parameters<Shown>[0]) => boolean,
): Shown {
  return lazy(load, isOpen, Nothing);
}

function lazy<Shown extends Component>(
  load: () => Promise<Shown>,
  isNeeded: (properties: Parameters<Shown>[0]) => boolean,
  Waiting: ComponentType,
): Shown {
  const file = later(async () => ({ Loaded: (await load()) as unknown as ComponentType<object> }));
  function Lazy(properties: object) {
    const loaded = useLater(file, isNeeded(properties as Parameters<Shown>[0]));
    return loaded ? <loaded.Loaded {...properties} /> : <Waiting />;
  }
  // The same properties, and for dialogs of several kinds of rows the same types of them.
  return Lazy as unknown as Shown;
}

function Nothing() {
  return null;
}
