/**
 * Returns the environment of the server's programs, without variables that would change their behaviour (`PGPORT`,
 * `PGOPTIONS`, `LANG`) and without our keys.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR']
  const inherited = kept.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
