import { join } from 'node:path'

import { z } from 'zod'

import type { BrowserSession } from '../../../shared/contract/sessions.ts'
import { type SecretFile, SecretFiles } from '../secret-files.ts'

export type WebSession = Omit<BrowserSession, 'isThis'>

/** Sessions expire after this time without use. A connected window uses its session. */
const SESSION_HOURS = 24
const SESSION_MS = SESSION_HOURS * 60 * 60_000

const MAX_BROWSER_LENGTH = 200

const storedSchema = z.object({ browser: z.string(), createdAt: z.number(), hash: z.string() })
type StoredSession = z.infer<typeof storedSchema>

/** The sessions of the browser host. An open window can reconnect after a restart. */
export class WebSessions {
  readonly #files: SecretFiles<StoredSession>

  /** `directory`: the data directory. */
  constructor(directory: string, now: () => number = Date.now) {
    this.#files = new SecretFiles({
      directory: join(directory, 'web-sessions'),
      schema: storedSchema,
      now,
      maxIdleMs: SESSION_MS,
    })
  }

  /** Returns the value that the browser presents from now on. */
  async create(browser: string): Promise<string> {
    const { id, secret } = await this.#files.create({ browser: browser.slice(0, MAX_BROWSER_LENGTH) })
    return `${id}.${secret}`
  }

  /** Returns the session that a browser presents; null: there is none. */
  async find(presented: string): Promise<WebSession | null> {
    const [id = '', secret = ''] = presented.split('.')
    const file = await this.#files.find(id, secret)
    return file === null ? null : sessionOf(file)
  }

  /** Whether a session that was found has not ended since. */
  isOpen(id: string): Promise<boolean> {
    return this.#files.isKept(id)
  }

  /** Extends a session. One that has ended stays ended. */
  use(id: string): Promise<void> {
    return this.#files.use(id)
  }

  /** Returns the sessions, last used first, and removes expired ones. */
  async list(): Promise<readonly WebSession[]> {
    return (await this.#files.list()).map(sessionOf)
  }

  end(id: string): Promise<void> {
    return this.#files.remove(id)
  }
}

function sessionOf({ id, facts: { browser, createdAt }, lastUsedAt }: SecretFile<StoredSession>): WebSession {
  return { id, browser, createdAt, lastUsedAt }
}
