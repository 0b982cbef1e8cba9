/** What the command line tells its caller. */
export const EXIT = { done: 0, turnFailed: 1, usage: 2, cancelled: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
