/**
 * The code of the error with which the engine answers a call that a person must confirm first, in a place that the
 * connection cannot reach: the terminal of the engine shows a code. The message says what is to be confirmed. The window
 * asks for the code, gives it to `confirmation.give`, and calls again.
 */
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED'
