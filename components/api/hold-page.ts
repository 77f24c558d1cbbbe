let holders = 0;

/**
 * Keeps the page as it is while it shows what nobody can get again, even when its session ends. Returns the release.
 */
export function holdPage(): () => void {
  holders++;
  return () => void holders--;
}

/** Whether the page must stay as it is. */
export function isPageHeld(): boolean {
  return holders > 0;
}
