import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { runToEnd } from '../../start-process.ts'
import { type Binaries, PROGRAM_SUFFIX } from './binaries.ts'

/** Where systems install the programs of a major version. */
const PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly ((major: number) => string)[]>>> = {
  linux: [(major) => `/usr/lib/postgresql/${major}/bin`, (major) => `/usr/pgsql-${major}/bin`],
  darwin: [
    (major) => `/opt/homebrew/opt/postgresql@${major}/bin`,
    (major) => `/usr/local/opt/postgresql@${major}/bin`,
    (major) => `/Applications/Postgres.app/Contents/Versions/${major}/bin`,
    (major) => `/Library/PostgreSQL/${major}/bin`,
  ],
  win32: [(major) => `C:\\Program Files\\PostgreSQL\\${major}\\bin`],
}

interface InstalledPrograms extends Binaries {
  readonly folder: string
}

/** Finds the programs of a PostgreSQL that is installed, in `folder` or where systems put them; null: they are not there. */
export function installedPrograms(major: number, folder: string | null): InstalledPrograms | null {
  const folders = folder === null ? (PLACES[process.platform] ?? []).map((place) => place(major)) : [folder]
  const found = folders.find((path) => isPostgres(join(path, `postgres${PROGRAM_SUFFIX}`), major))
  if (found === undefined) return null
  const program = (name: string): string => join(found, name + PROGRAM_SUFFIX)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major, folder: found }
}

/** The program prints `postgres (PostgreSQL) 17.10 (Debian …)`. */
function isPostgres(path: string, major: number): boolean {
  if (!existsSync(path)) return false
  const { stdout } = runToEnd(path, ['--version'], { cwd: '/' })
  return new RegExp(`\\(PostgreSQL\\) ${major}(\\D|$)`).test(stdout ?? '')
}
