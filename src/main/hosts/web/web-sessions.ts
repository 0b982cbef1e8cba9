import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { BrowserSession } from '../../../shared/contract/sessions.ts'
import { sameText } from './access.ts'

export type WebSession = Omit<BrowserSession, 'isThis'>

/** Sessions expire after this time without use. A connected window uses its session. */
const SESSION_HOURS = 24
const SESSION_MS = SESSION_HOURS * 60 * 60_000

const MAX_BROWSER_LENGTH = 200

const storedSchema = z.object({ browser: z.string(), createdAt: z.number(), hash: z.string() })

/**
 * The sessions of the browser host, one file each (0600), so that an open window can reconnect after a restart, and
 * another process of this user can list and end them: deleting a file ends its session. Only a hash of each secret is
 * stored. The file's modification time is the time of the last use.
 */
export class WebSessions {
  readonly #directory: string
  readonly #now: () => number

  /** `directory`: the data directory. */
  constructor(directory: string, now: () => number = Date.now) {
    this.#directory = join(directory, 'web-sessions')
    this.#now = now
  }

  /** Returns the value that the browser presents from now on. */
  async create(browser: string): Promise<string> {
    await this.list()
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const id = randomBytes(6).toString('hex')
    const secret = randomBytes(32).toString('base64url')
    const stored = { browser: browser.slice(0, MAX_BROWSER_LENGTH), createdAt: this.#now(), hash: hashOf(secret) }
    // Renamed when it is complete, because another process may be listing the sessions.
    await writeFile(`${this.#path(id)}.new`, JSON.stringify(stored), { mode: 0o600, flag: 'wx' })
    await rename(`${this.#path(id)}.new`, this.#path(id))
    await this.use(id)
    return `${id}.${secret}`
  }

  /** Returns the session that a browser presents; null: there is none. */
  async find(presented: string): Promise<WebSession | null> {
    const [id = '', secret = ''] = presented.split('.')
    const read = await this.#read(id)
    return read !== null && sameText(read.hash, hashOf(secret)) ? read.session : null
  }

  async isOpen(id: string): Promise<boolean> {
    return (await this.#read(id)) !== null
  }

  /** Extends a session. One that has ended stays ended. */
  async use(id: string): Promise<void> {
    const now = new Date(this.#now())
    await utimes(this.#path(id), now, now).catch(() => undefined)
  }

  /** Returns the sessions, last used first, and removes expired ones. */
  async list(): Promise<readonly WebSession[]> {
    const names = await readdir(this.#directory).catch(() => [])
    const sessions: WebSession[] = []
    for (const name of names) {
      const id = name.replace(/\.json$/, '')
      const read = await this.#read(id)
      if (read !== null) sessions.push(read.session)
      else if (ID.test(id)) await rm(this.#path(id), { force: true })
    }
    return sessions.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
  }

  async end(id: string): Promise<void> {
    if (ID.test(id)) await rm(this.#path(id), { force: true })
  }

  #path(id: string): string {
    return join(this.#directory, `${id}.json`)
  }

  async #read(id: string): Promise<{ readonly session: WebSession; readonly hash: string } | null> {
    if (!ID.test(id)) return null
    try {
      const { mtimeMs: lastUsedAt } = await stat(this.#path(id))
      const stored = storedSchema.safeParse(JSON.parse(await readFile(this.#path(id), 'utf8')))
      if (!stored.success || this.#now() - lastUsedAt >= SESSION_MS) return null
      const { browser, createdAt, hash } = stored.data
      return { session: { id, browser, createdAt, lastUsedAt }, hash }
    } catch {
      return null
    }
  }
}

/** Matches ids only, never paths. */
const ID = /^[0-9a-f]{12}$/

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
