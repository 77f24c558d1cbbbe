let holders = 0;

/**
 * Keeps the page while it shows a secret that cannot be shown again, even when its session ends. Returns the release.
 */
export function holdPage(): () => void {
  holders++;
  return () => void holders--;
}

/** Whether the page must stay. */
export function isPageHeld(): boolean {
  return holders > 0;
}
