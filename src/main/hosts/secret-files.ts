import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { z } from 'zod'

import { sameText } from './same-text.ts'
import { makeFolder } from '../make-folder.ts'

/** What every file contains beside the facts of its kind. */
interface KeptSecret {
  /** ms since the epoch. */
  readonly createdAt: number
  /** SHA-256 of the secret, base64url. */
  readonly hash: string
}

export interface SecretFile<Facts> {
  readonly id: string
  readonly facts: Facts
  /** ms since the epoch; `createdAt` as long as it was not used. */
  readonly lastUsedAt: number
}

export interface SecretFilesOptions<Facts> {
  readonly directory: string
  readonly schema: z.ZodType<Facts>
  /** ms since the epoch. */
  readonly now: () => number
  /** Files that were not used for this time are expired, ms; Infinity: none expires. */
  readonly maxIdleMs: number
}

/**
 * Secrets that give access, one file each (0600), so that they survive a restart, and another process of this user can
 * list and end them: deleting a file ends its access. Only a hash of each secret is stored. The file's modification
 * time is the time of the last use.
 */
export class SecretFiles<Facts extends KeptSecret> {
  readonly #options: SecretFilesOptions<Facts>

  constructor(options: SecretFilesOptions<Facts>) {
    this.#options = options
  }

  /** Returns the id and the secret, which is stored nowhere else. */
  async create(facts: Omit<Facts, keyof KeptSecret>): Promise<{ readonly id: string; readonly secret: string }> {
    const { directory, now } = this.#options
    await this.list()
    makeFolder(directory, { mode: 0o700 })
    const id = randomBytes(6).toString('hex')
    const secret = randomBytes(32).toString('base64url')
    const createdAt = now()
    const stored = { ...facts, createdAt, hash: hashOf(secret) }
    // Renamed when it is complete, because another process may be listing the files.
    await writeFile(`${this.#path(id)}.new`, JSON.stringify(stored), { mode: 0o600, flag: 'wx' })
    await rename(`${this.#path(id)}.new`, this.#path(id))
    await this.#touch(id, createdAt)
    return { id, secret }
  }

  /** Returns the file of a presented secret; null: there is none. */
  async find(id: string, secret: string): Promise<SecretFile<Facts> | null> {
    const read = await this.read(id)
    return read !== null && sameText(read.facts.hash, hashOf(secret)) ? read : null
  }

  async read(id: string): Promise<SecretFile<Facts> | null> {
    if (!ID.test(id)) return null
    try {
      const { mtimeMs } = await stat(this.#path(id))
      const stored = this.#options.schema.safeParse(JSON.parse(await readFile(this.#path(id), 'utf8')))
      if (!stored.success || this.#isExpired(mtimeMs)) return null
      return { id, facts: stored.data, lastUsedAt: Math.round(mtimeMs) }
    } catch {
      return null
    }
  }

  /** Whether a file that has been read is still there and has not expired. Cheaper than `read`, for frequent checks. */
  async isKept(id: string): Promise<boolean> {
    if (!ID.test(id)) return false
    const found = await stat(this.#path(id)).catch(() => null)
    return found !== null && !this.#isExpired(found.mtimeMs)
  }

  /** Records a use. A file that was deleted stays deleted. */
  use(id: string): Promise<void> {
    return this.#touch(id, this.#options.now())
  }

  /** Returns the files, last used first, and removes expired ones. */
  async list(): Promise<readonly SecretFile<Facts>[]> {
    const names = await readdir(this.#options.directory).catch(() => [])
    const files: SecretFile<Facts>[] = []
    for (const name of names) {
      const id = name.replace(/\.json$/, '')
      const file = await this.read(id)
      if (file !== null) files.push(file)
      else await this.remove(id)
    }
    return files.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
  }

  async remove(id: string): Promise<void> {
    if (ID.test(id)) await rm(this.#path(id), { force: true })
  }

  #isExpired(mtimeMs: number): boolean {
    return this.#options.now() - mtimeMs >= this.#options.maxIdleMs
  }

  #path(id: string): string {
    return join(this.#options.directory, `${id}.json`)
  }

  async #touch(id: string, at: number): Promise<void> {
    const time = new Date(at)
    await utimes(this.#path(id), time, time).catch(() => undefined)
  }
}

/** Matches ids only, never paths. */
const ID = /^[0-9a-f]{12}$/

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
