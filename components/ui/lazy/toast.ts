import type { ExternalToast } from "sonner";

type Words = Parameters<typeof import("sonner").toast.success>[0];

/** Messages are drawn by a library that a page loads with its first message. */
const load = () => import("sonner");

function show(kind: "success" | "error" | "message") {
  return (words: Words, more?: ExternalToast): void => void load().then(({ toast }) => toast[kind](words, more));
}

/** A message above the page, which goes by itself. */
export const toast = {
  success: show("success"),
  error: show("error"),
  message: show("message"),
  /** Takes away the message with an `id`. */
  dismiss: (id: string): void => void load().then((sonner) => sonner.toast.dismiss(id)),
};
