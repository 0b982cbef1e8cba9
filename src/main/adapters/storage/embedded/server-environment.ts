/**
 * The environment of the server's programs: nothing that would change what they do (`PGPORT`, `PGOPTIONS`, `LANG`), and
 * none of our keys.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR']
  const inherited = kept.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
