/** Calls `orElse` once an element is removed while it has the focus and nothing else gets it. */
export function stayWith(focused: Element, orElse: () => void): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    stop();
    if (document.activeElement === null || document.activeElement === document.body) orElse();
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener("focusin", stop);
  };
  document.addEventListener("focusin", stop);
  observer.observe(document.body, { childList: true, subtree: true });
}
