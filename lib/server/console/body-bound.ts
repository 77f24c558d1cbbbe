/** The most bytes that a request outside the API may send. A sign-in, the largest of them, has less than 8 KiB. */
export const MOST_BODY_BYTES = 64 * 1024;
