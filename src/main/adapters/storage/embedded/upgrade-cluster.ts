import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Logger } from '../../../core/ports/system-ports.ts'
import { withFileLock } from '../../file-lock.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { chooseServerLocation } from './choose-server-location.ts'
import { readCleanEnd } from './clean-end.ts'
import { finishedUpgrade, flushDirectory, majorOf } from './cluster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { isServerOf } from './process-probe.ts'

/** A database that may need an upgrade. */
export interface OlderCluster {
  readonly home: string
  readonly found: number | null
  readonly own: number
  /** Which state of the copy for upgrades held everything at the last end; null: the last end was not clean. */
  readonly cleanEnd: string | null
  /** The data directory in which the new database is made. */
  readonly place: string
  /** Makes that directory anew. */
  prepare(): void
  /** Keeps the present folder as `kept` and puts the new one in its place. Rejects with a message for the user. */
  putInPlace(kept: string): Promise<void>
}

/** Looks at the database of a data directory without starting it. */
export async function findOlderCluster(dataDirectory: string, logger: Logger): Promise<OlderCluster> {
  const { paths, runAs } = await chooseServerLocation(dataDirectory, logger)
  const { major }: Binaries = prepareBinaries(runAs, logger)
  const { home, cluster } = paths
  const place = `${home}.upgrading`
  return {
    home,
    found: majorOf(cluster),
    own: major,
    cleanEnd: readCleanEnd(home)?.madeAt ?? null,
    place,
    prepare() {
      rmSync(place, { recursive: true, force: true, maxRetries: 3 })
      rmSync(finishedUpgrade(home), { recursive: true, force: true, maxRetries: 3 })
      // As root, the server's user has to get in.
      mkdirSync(place, { mode: 0o711 })
    },
    putInPlace: (kept) =>
      withFileLock(paths.startLock, async () => {
        const running = readPostmasterFile(cluster)
        if (running !== null && isServerOf(running.pid, cluster)) {
          throw new Error('Another ikigai uses the database. Nothing was changed. Close it and run this again.')
        }
        if (existsSync(kept))
          throw new Error(`There is something in ${kept} already. Nothing was changed. Move it away.`)
        // A start that finds only this folder puts it in place: whenever this ends, one of the databases is opened.
        renameSync(join(place, 'postgres'), finishedUpgrade(home))
        renameSync(home, kept)
        renameSync(finishedUpgrade(home), home)
        flushDirectory(dirname(home))
        rmSync(place, { recursive: true, force: true, maxRetries: 3 })
      }),
  }
}
