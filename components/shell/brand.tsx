/** The mark and the name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-6 rounded-md bg-accent text-accent-ink" aria-hidden>
        <path
          d="M9 23V14a7 7 0 0 1 14 0v9M16 12.5V23"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.8"
          strokeLinecap="round"
        />
      </svg>
      Model Gateway
    </span>
  );
}
