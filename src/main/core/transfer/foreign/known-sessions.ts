import type { StoredKey } from '../../../../shared/home-settings.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import { linesOf } from '../../../../shared/text-lines.ts'
import type { ContentReader } from '../../ports/content-ports.ts'
import type { SettingsStore } from '../../ports/log-ports.ts'
import { AccountReader, parseState, type ImportState } from './account.ts'
import { type KnownSession, NEW_SESSION } from './known-session.ts'
import { shortHash } from './record-hashes.ts'

/** The setting that says which accounts there are of a session. An id may be of any length and form: it is hashed. */
export async function sessionKey(tool: ForeignTool, id: string): Promise<StoredKey> {
  return `foreign-session/${tool}/${await shortHash(id)}`
}

/** How much of an account is read at a time, bytes. */
const STEP = 1024 * 1024

/** What the log has of sessions that were imported before, by any engine on the database. */
export class KnownSessions {
  readonly #settings: SettingsStore
  readonly #content: ContentReader

  constructor(settings: SettingsStore, content: ContentReader) {
    this.#settings = settings
    this.#content = content
  }

  /** Null: the session was not imported. */
  async mainOf(tool: ForeignTool, id: string): Promise<Result<AgentId | null>> {
    return mapOk(await this.#state(tool, id), (state) => state?.main ?? null)
  }

  /**
   * Returns what is known of a session. Events that it has copied from others are known if those are. The state is null
   * if the session itself was not imported.
   */
  async sessionOf(tool: ForeignTool, id: string, copiedFrom: readonly string[]): Promise<Result<Found>> {
    const own = await this.#read(tool, id)
    if (!own.ok) return own
    const events = new Map(own.value.known.events)
    let { main } = own.value.known
    for (const other of copiedFrom) {
      const copied = await this.#read(tool, other)
      if (!copied.ok) return copied
      for (const [key, event] of copied.value.known.events) if (!events.has(key)) events.set(key, event)
      main ??= copied.value.known.main
    }
    return ok({ state: own.value.state, known: { ...own.value.known, main, events } })
  }

  async #state(tool: ForeignTool, id: string): Promise<Result<ImportState | null>> {
    const stored = await this.#settings.get(await sessionKey(tool, id))
    if (!stored.ok || stored.value === null) return mapOk(stored, () => null)
    const state = parseState(stored.value)
    return state === null ? err({ category: 'STORAGE', message: DAMAGED, retryable: false }) : ok(state)
  }

  async #read(tool: ForeignTool, id: string): Promise<Result<Found>> {
    const state = await this.#state(tool, id)
    if (!state.ok) return state
    if (state.value === null) return ok({ state: null, known: NEW_SESSION })
    const reader = new AccountReader()
    for (const sha256 of state.value.accounts) {
      for await (const line of linesOf(this.#pieces(sha256))) reader.line(line)
    }
    return ok({ state: state.value, known: reader.known(state.value.main) })
  }

  async *#pieces(sha256: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8')
    for (let offset = 0; ; offset += STEP) {
      const bytes = await this.#content.read(sha256, offset, STEP)
      if (!bytes.ok) throw new Error(bytes.error.message)
      yield decoder.decode(bytes.value, { stream: true })
      if (bytes.value.length < STEP) return
    }
  }
}

interface Found {
  readonly state: ImportState | null
  readonly known: KnownSession
}

const DAMAGED =
  'What was imported of this session is stored in a form that this version of ikigai cannot read. Update ikigai.'
