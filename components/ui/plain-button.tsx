"use client";
import type { ComponentProps } from "react";
import { useIsHydrated, waiting } from "./hydration";

/**
 * A button without looks of its own, for every button of the console. On a server's page it waits until the scripts
 * have taken it over, and looks as it will then. `worksAlone`: it submits a form that needs no script.
 */
export function PlainButton({
  disabled = false,
  worksAlone = false,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { worksAlone?: boolean }) {
  const isHydrated = useIsHydrated();
  return <button type={type} {...rest} {...waiting(disabled, isHydrated || worksAlone)} />;
}
