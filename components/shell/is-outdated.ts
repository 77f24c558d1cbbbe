/**
 * Whether a page failed because one of its files could not be loaded, as after an upgrade, which removes the files of
 * the previous version.
 */
export function isOutdated({ name, message }: Error): boolean {
  return (
    name === "ChunkLoadError" ||
    /^(Loading (CSS )?chunk|Failed to load chunk|Failed to fetch dynamically imported)/.test(message)
  );
}
