import { dirname } from 'node:path'
import { z } from 'zod'

import { readRegularFile } from '../../read-regular-file.ts'
import { replaceFile } from '../../replace-file.ts'
import { makeFolder } from '../../../make-folder.ts'

const recordSchema = z.object({
  /** The agent of the tree that uses the session. */
  agentId: z.string(),
  /** The entry of `outside_agents` whose program knows it. */
  program: z.string(),
  folder: z.string(),
  /** Number of answers that it has begun. */
  step: z.number(),
})
export type SessionRecord = Readonly<z.infer<typeof recordSchema>>

/** Most sessions that are remembered; an older one begins anew with the conversation as text. */
const MAX_SESSIONS = 2_000

/**
 * The sessions of outside agents on this machine, by the ids that their programs gave them, in a file: the programs keep
 * their sessions in files of their own.
 */
export class SessionBook {
  readonly #path: string
  #records: Promise<Map<string, SessionRecord>> | null = null
  #saving: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  async all(): Promise<ReadonlyMap<string, SessionRecord>> {
    return this.#read()
  }

  async put(id: string, record: SessionRecord): Promise<void> {
    const known = await this.#read()
    known.delete(id)
    known.set(id, record)
    const [oldest] = known.keys()
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
    this.#saving = this.#saving.then(() => this.#write(known)).catch(() => undefined)
    await this.#saving
  }

  async #write(known: ReadonlyMap<string, SessionRecord>): Promise<void> {
    makeFolder(dirname(this.#path))
    await replaceFile(this.#path, JSON.stringify(Object.fromEntries(known)))
  }

  #read(): Promise<Map<string, SessionRecord>> {
    this.#records ??= readRegularFile(this.#path).then(
      ({ text }) => parse(text),
      () => new Map<string, SessionRecord>(),
    )
    return this.#records
  }
}

/** A file that cannot be read counts as empty: sessions then begin anew. */
function parse(text: string): Map<string, SessionRecord> {
  try {
    const parsed = z.record(z.string(), recordSchema).safeParse(JSON.parse(text))
    return new Map(Object.entries(parsed.data ?? {}))
  } catch {
    return new Map()
  }
}
