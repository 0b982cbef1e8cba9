/** What programs that tools start must not see: our own settings, and whatever is named like a key. */
const HIDDEN = [/^IKIGAI_/, /_API_KEY$/, /^DATABASE_URL$/, /^PGPASSWORD$/, /^ELECTRON_/, /^NODE_OPTIONS$/]

/** Nobody is there to answer a question or to turn pages. */
const QUIET = { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }

/**
 * The environment of programs that tools start: this process's own without keys. `secretVariables` are the names under
 * which keys are looked for. (A program of the same user can still read what that user can read.)
 */
export function toolEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  secretVariables: readonly string[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || secretVariables.includes(name) || HIDDEN.some((hidden) => hidden.test(name))
      ? []
      : [[name, value] as const],
  )
  return { ...Object.fromEntries(entries), ...QUIET }
}
