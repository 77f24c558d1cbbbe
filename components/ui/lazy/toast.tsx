"use client";
import type { ExternalToast } from "sonner";
import { later, useLater } from "./later";

type Words = Parameters<typeof import("sonner").toast.success>[0];

/** The library that draws messages. Nothing is said before somebody acts, so that no page waits for it. */
const file = later(() => import("./message-area"));
let isDrawn: () => void;
const drawn = new Promise<void>((resolve) => (isDrawn = resolve));
const onDrawn = (): void => isDrawn();

/** Where the messages of `toast` appear. */
export function Messages() {
  const loaded = useLater(file, false);
  return loaded && <loaded.MessageArea onDrawn={onDrawn} />;
}

async function library(): Promise<typeof import("sonner").toast> {
  const [{ toast: shown }] = await Promise.all([file.get(), drawn]);
  return shown;
}

function show(kind: "success" | "error" | "message") {
  return (words: Words, more?: ExternalToast): void => void library().then((shown) => shown[kind](words, more));
}

/** A message above the page, which goes by itself. */
export const toast = {
  success: show("success"),
  error: show("error"),
  message: show("message"),
  /** Takes away the message with an `id`. */
  dismiss: (id: string): void => void library().then((shown) => shown.dismiss(id)),
};
