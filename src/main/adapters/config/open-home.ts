import { hash, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import type { Home } from '../../../shared/home.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { makeFolder } from '../../make-folder.ts'

const FILE = 'home.json'

const schema = z.object({
  id: z.uuid(),
  /** Hash of the id of the machine that wrote the file. Null: the machine has none. */
  machine: z.string().nullable(),
})

type HomeFile = z.infer<typeof schema>

interface HomePlaces {
  readonly dataDirectory: string
  readonly configDirectory: string
  readonly logger: Logger
  /** Where the id of the machine is; it survives a new host name. */
  readonly machineIdFile?: string
}

/**
 * Returns the home of this process. Its id is random, and kept beside the data and beside the keys: engines with the
 * same data directory, or with the same keys, have the same home. A file that came from another machine is replaced.
 */
export async function openHome({
  dataDirectory,
  configDirectory,
  logger,
  machineIdFile = '/etc/machine-id',
}: HomePlaces): Promise<Home> {
  const machine = await machineHash(machineIdFile)
  const paths = [join(dataDirectory, FILE), join(configDirectory, FILE)]
  let id: string | null = null
  for (const path of paths) id ??= await readId(path, machine)
  const file: HomeFile = { id: id ?? randomUUID(), machine }
  // The keys come first: of two engines that begin at once, the second one finds what the first has written.
  for (const path of paths.toReversed()) file.id = await keep(path, file, logger)
  return { id: file.id, label: `${userName()}@${hostname()}` }
}

/** Returns the id in a file; null: there is none, or another machine wrote it. */
async function readId(path: string, machine: string | null): Promise<string | null> {
  try {
    const file = schema.parse(JSON.parse((await readRegularFile(path)).text))
    return file.machine === machine ? file.id : null
  } catch {
    return null
  }
}

/** Writes the file unless there is a valid one; returns the id that is in it then. */
async function keep(path: string, file: HomeFile, logger: Logger): Promise<string> {
  if ((await readId(path, file.machine)) === file.id) return file.id
  const written = `${path}.${randomUUID()}`
  try {
    makeFolder(dirname(path))
    await writeFile(written, `${JSON.stringify(file)}\n`, { mode: 0o600 })
    await link(written, path).catch(() => undefined)
    const found = await readId(path, file.machine)
    if (found !== null) return found
    await rename(written, path)
  } catch (error) {
    logger.warn('The id of this home could not be saved', { path, reason: String(error) })
  } finally {
    await rm(written, { force: true }).catch(() => undefined)
  }
  return file.id
}

async function machineHash(path: string): Promise<string | null> {
  const id = await readFile(path, 'utf8').catch(() => '')
  return id.trim() === '' ? null : hash('sha256', `ikigai home ${id.trim()}`)
}

/** An account without an entry in the list of users has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'user')
  }
}
