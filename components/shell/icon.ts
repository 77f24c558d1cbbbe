const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#4650d8"/>
<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"><path d="M8 23V13.5a8 8 0 0 1 16 0V23"/><path d="M16 12v11"/></g>
</svg>`;

/** The console's icon in the browser's tab, as a data URL, because the address of a file would need the base path. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
