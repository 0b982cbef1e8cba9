import type { ForeignImportDependencies } from './foreign-import-dependencies.ts'
import type { NewEvent } from '../../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../../shared/agent-summary.ts'
import type { AttachmentBlock } from '../../../../shared/attachment.ts'
import { counted } from '../../../../shared/counted.ts'
import { foreignToolLabel } from '../../../../shared/foreign-tools.ts'
import type { SessionReport } from '../../../../shared/foreign-report.ts'
import type { AgentId, EventId } from '../../../../shared/ids.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ForeignFileSource } from '../../ports/foreign-ports.ts'
import { accountLines, type ImportState } from './account.ts'
import { ForeignFileStore } from './foreign-file-store.ts'
import type { ForeignSession, RecordNote } from './foreign-tree.ts'
import type { KnownSession } from './known-session.ts'
import { KnownSessions, sessionKey } from './known-sessions.ts'
import { type PlacedSession, placeSession } from './place-session.ts'
import { recordHashes } from './record-hashes.ts'
import { keptReasons, sessionReport } from './session-report.ts'
import { type FilesOf, sessionAgent, sessionEvents } from './session-events.ts'

const ENDED = 'Its agent was killed here. Nothing was added to it.'

interface Imported {
  readonly report: SessionReport
  readonly agents: readonly AgentRecord[]
}

/** A session with everything that its import decided. */
interface Plan {
  readonly known: KnownSession
  readonly state: ImportState | null
  readonly hashes: readonly string[]
  readonly placed: PlacedSession
  /** Per record: why it is no event. */
  readonly kept: readonly (string | null)[]
  /** Indexes of the records that no import had before. */
  readonly fresh: readonly number[]
  /** The id of the `import` event. */
  readonly importId: number
}

/** The import of one session: decides what is new, stores its files, and writes it in one transaction. */
export class SessionImport {
  readonly #session: ForeignSession
  readonly #source: Exclude<ForeignFileSource, { problem: string }>
  readonly #dependencies: ForeignImportDependencies
  readonly #knownSessions: KnownSessions
  readonly #notes: RecordNote[]

  constructor(
    session: ForeignSession,
    source: Exclude<ForeignFileSource, { problem: string }>,
    dependencies: ForeignImportDependencies,
  ) {
    this.#session = session
    this.#source = source
    this.#dependencies = dependencies
    this.#knownSessions = new KnownSessions(dependencies.settings, dependencies.content)
    this.#notes = [...session.notes]
  }

  async run(): Promise<Result<Imported>> {
    const decided = await this.#plan()
    if (!decided.ok) return decided
    const plan = decided.value
    const { placed, fresh } = plan
    if (placed.main === null) return this.#without(plan, 'It has no message.')
    if (placed.agents.some(({ parentId }) => this.#isKilled(parentId))) return this.#without(plan, ENDED)
    if (fresh.length === 0 && placed.events.length === 0) return ok({ report: this.#report(plan), agents: [] })
    return this.#write(plan)
  }

  #without(plan: Plan, problem: string): Result<Imported> {
    return ok({
      report: this.#report({ ...plan, placed: { ...plan.placed, agents: [], events: [] } }, { problem }),
      agents: [],
    })
  }

  async #plan(): Promise<Result<Plan>> {
    const { tool, id, parentId, copiedFrom, records } = this.#session
    const found = await this.#knownSessions.sessionOf(tool, id, copiedFrom)
    if (!found.ok) return found
    const above = parentId === null ? ok(null) : await this.#knownSessions.mainOf(tool, parentId)
    if (!above.ok) return above
    const { known, state } = found.value
    const hashes = await recordHashes(records)
    const fresh = hashes.flatMap((hash, index) => (known.records.has(hash) ? [] : [index]))
    const reserved = await this.#place(known, above.value)
    if (!reserved.ok) return reserved
    const kept = keptReasons(this.#session, reserved.value.placed)
    return ok({ known, state, hashes, fresh, kept, ...reserved.value })
  }

  /** Places the session twice: first to count the ids that it needs. */
  async #place(known: KnownSession, parent: AgentId | null) {
    const { transfer, ids } = this.#dependencies
    let needed = 1
    placeSession(this.#session, known, { parent, uuid: () => 'counted', nextId: () => needed++ })
    const reserved = await transfer.reserveIds({ events: needed, mail: 0 })
    if (!reserved.ok) return reserved
    const free = reserved.value.events.values()
    const nextId = (): EventId => free.next().value ?? 0
    const importId = nextId()
    return ok({ importId, placed: placeSession(this.#session, known, { parent, uuid: () => ids.uuid(), nextId }) })
  }

  async #write(plan: Plan): Promise<Result<Imported>> {
    const { placed } = plan
    const { content, inspectFile } = this.#dependencies
    const store = new ForeignFileStore(content, inspectFile, this.#source.asset)
    const files = await store.storeAll(placed.events.map(({ event }) => event))
    if (!files.ok) return files
    this.#notes.push(...files.value.notes)
    const session = { ...this.#session, notes: this.#notes }
    const lines = accountLines({ ...plan, session, source: this.#source.name, events: placed.events })
    const account = await store.storeAccount(lines, this.#session)
    if (!account.ok) return account
    const event = importEvent(plan, this.#session, this.#source.name, account.value)
    const written = await this.#commit(plan, event, (of) => files.value.of.get(of) ?? [])
    if (!written.ok) return written
    return ok({ report: this.#report(plan, { files: files.value.count }), agents: written.value })
  }

  async #commit({ placed, state, importId }: Plan, event: ImportEvent, files: FilesOf) {
    const { transfer, hub, settings } = this.#dependencies
    const { tool, id } = this.#session
    const [account] = event.data.attachments
    const accounts = [...(state?.accounts ?? []), account?.sha256 ?? '']
    const expected = state === null ? null : { ...state }
    const setting = { key: await sessionKey(tool, id), expected, value: { main: placed.main ?? '', accounts } }
    if (placed.agents.length === 0) {
      // No event of the session is new: only the account is added.
      const recorded = await hub.record({ events: [event] })
      if (!recorded.ok) return recorded
      const set = await settings.set(setting.key, setting.value)
      return set.ok ? ok([]) : set
    }
    const events = sessionEvents(placed, files)
    const first = { ...event, id: importId, createdAt: events[0]?.createdAt ?? null }
    const agents = placed.agents.map((agent) => sessionAgent(agent, this.#session, placed))
    return transfer.write({ agents, events: [first, ...events], mail: [], setting })
  }

  #isKilled(agentId: AgentId | null): boolean {
    return agentId !== null && this.#dependencies.tree.get(agentId)?.status === 'killed'
  }

  #report(plan: Plan, others: { readonly problem?: string; readonly files?: number } = {}): SessionReport {
    return sessionReport({ ...plan, session: this.#session, notes: this.#notes, source: this.#source.name, ...others })
  }
}

type ImportEvent = Extract<NewEvent, { kind: 'import' }>

/** The agent that the account belongs to: the first new one, else the one that has the session. */
function importEvent(plan: Plan, session: ForeignSession, source: string, account: AttachmentBlock): ImportEvent {
  const { placed, fresh, kept } = plan
  const keptNow = fresh.filter((record) => kept[record] !== null).length
  const words = `Imported from ${foreignToolLabel(session.tool)}: ${counted(fresh.length, 'record')}, ${counted(placed.events.length, 'event')}`
  return {
    agentId: placed.agents[0]?.id ?? placed.main ?? '',
    turnId: null,
    kind: 'import',
    content: keptNow === 0 ? words : `${words}, ${counted(keptNow, 'record')} kept aside`,
    data: {
      tool: session.tool,
      session: session.id,
      source,
      records: fresh.length,
      kept: keptNow,
      attachments: [account],
    },
  }
}
