/**
 * The error code for a call that the user must confirm with a code. The engine prints the code in its terminal, which
 * the connection cannot read. The error message describes what is to be confirmed. The window asks for the code, passes
 * it to `confirmation.give`, and calls again.
 */
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED'
