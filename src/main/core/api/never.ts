/** The signal of a caller that never cancels. */
export const NEVER = new AbortController().signal
