export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** "1 key", "2 keys". */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
