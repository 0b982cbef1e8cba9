import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import type { SavedFolder } from '../ports/checkpoint-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { FolderOf, PreparedCall } from '../ports/tool-ports.ts'
import { type CheckpointEventDraft, FolderStates, type StateChange, type StateDependencies } from './folder-states.ts'

export interface RecorderDependencies extends StateDependencies {
  readonly folderOf: FolderOf
  readonly logger: Logger
}

export interface CallToRecord {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly callId: string
  readonly call: Pick<PreparedCall, 'access' | 'paths' | 'isInFolder' | 'definition'>
  /** Records an event of the call. */
  readonly record: (event: CheckpointEventDraft) => Promise<void>
}

/** A call that has run. `unrecorded`: why its changes are not recorded, as a sentence; null: they are, if it made any. */
export interface CallOutcome<T> {
  readonly result: T
  readonly unrecorded: string | null
}

/** What is said below the result of a call that was not recorded. */
export function unrecordedText(reason: string): string {
  return `[What this call changed in files was not recorded, so it is not listed and cannot be undone. ${reason}]`
}

interface RunningCall {
  readonly agentId: AgentId
  isShared: boolean
}

/** The folder whose states hold files outside the agent's folder. */
const EVERYWHERE = '/'

/** Records what calls change in files (docs/behaviour/changes.md#checkpoints). A failure never stops a call. */
export class CallRecorder {
  readonly #dependencies: RecorderDependencies
  readonly #states: FolderStates
  readonly #order = new KeyedQueue()
  /** Calls that run now, by folder. */
  readonly #running = new Map<string, Set<RunningCall>>()
  /** The end of the chain while calls of an agent run, by folder and agent. */
  readonly #ends = new Map<string, string>()
  /** The turns of outside agents that run now, by folder and agent. */
  readonly #turns = new Set<string>()

  constructor(dependencies: RecorderDependencies) {
    this.#dependencies = dependencies
    this.#states = new FolderStates(dependencies)
  }

  /** Runs a call between two checkpoints if it may write. */
  async around<T>(recorded: CallToRecord, run: () => Promise<T>): Promise<CallOutcome<T>> {
    const folder = await this.#folderOf(recorded)
    if (folder === null) return { result: await run(), unrecorded: null }
    const running = this.#enter(folder, recorded.agentId)
    try {
      const before = await this.#order.run(folder, () => this.#catchFailure(() => this.#before(folder, recorded)))
      const result = await run()
      const after = await this.#order.run(folder, () =>
        this.#catchFailure(() => this.#after(folder, recorded, running)),
      )
      return { result, unrecorded: before ?? after }
    } finally {
      this.#leave(folder, running)
    }
  }

  /**
   * Runs a turn of an outside agent after a checkpoint. Its program may have made a call before it is known here, so a
   * call gets all that has changed since the call before it.
   */
  async duringTurn<T>({ agentId, turnId, record }: Omit<CallToRecord, 'callId' | 'call'>, run: () => Promise<T>) {
    const call = { access: 'execute', paths: [], isInFolder: true } as const
    const folder = await this.#folderOf({ agentId, turnId, callId: '', call, record })
    if (folder === null) return run()
    const key = keyOf(folder, agentId)
    this.#turns.add(key)
    try {
      const before = () => this.#before(folder, { agentId, turnId, callId: '', call, record })
      await this.#order.run(folder, () => this.#catchFailure(before))
      return await run()
    } finally {
      this.#turns.delete(key)
      this.#ends.delete(key)
    }
  }

  /** Runs work that writes in a folder while no checkpoint of a call is made there. */
  exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
    return this.#order.run(folder, work)
  }

  /** Null: the call does not write, or its folder is not known. */
  async #folderOf({ agentId, call }: CallToRecord): Promise<string | null> {
    if (call.access !== 'write' && call.access !== 'execute' && call.definition === undefined) return null
    if (call.access === 'write' && !call.isInFolder) return EVERYWHERE
    const folder = await this.#dependencies.folderOf(agentId)
    return folder.ok ? folder.value : null
  }

  async #before(folder: string, { agentId, call, record }: CallToRecord): Promise<string | null> {
    const saved = await this.#states.save({ agentId, folder, touched: touchedBy(call) })
    if (!saved.ok) return saved.error.message
    const key = keyOf(folder, agentId)
    // While another call of the agent runs, changes belong to that call.
    if (this.#ends.has(key)) return null
    const newest = await this.#states.newest(agentId, saved.value.place)
    if (!newest.ok) return newest.error.message
    this.#ends.set(key, saved.value.id)
    if (newest.value === null) return null
    return this.#record(newest.value, saved.value, { agentId, turnId: null, cause: 'outside' }, record)
  }

  async #after(folder: string, recorded: CallToRecord, { isShared }: RunningCall): Promise<string | null> {
    const { agentId, turnId, callId, call, record } = recorded
    const saved = await this.#states.save({ agentId, folder, touched: touchedBy(call) })
    if (!saved.ok) return saved.error.message
    const key = keyOf(folder, agentId)
    const before = this.#ends.get(key)
    if (before === undefined) return 'The state before the call is not known.'
    this.#ends.set(key, saved.value.id)
    return this.#record(before, saved.value, { agentId, turnId, callId, isShared, cause: 'call' }, record)
  }

  async #record(
    before: string,
    saved: SavedFolder,
    change: StateChange,
    record: CallToRecord['record'],
  ): Promise<string | null> {
    const event = await this.#states.event(before, saved, change)
    if (!event.ok) return event.error.message
    if (event.value !== null) await record(event.value)
    return null
  }

  /** Logs why a checkpoint was not made, and returns it. */
  async #catchFailure(work: () => Promise<string | null>): Promise<string | null> {
    const problem = await work()
    if (problem !== null) this.#dependencies.logger.warn('A checkpoint was not made', { reason: problem })
    return problem
  }

  #enter(folder: string, agentId: AgentId): RunningCall {
    const others = this.#running.get(folder) ?? new Set()
    for (const other of others) other.isShared = true
    const running = { agentId, isShared: others.size > 0 }
    this.#running.set(folder, others.add(running))
    return running
  }

  #leave(folder: string, running: RunningCall): void {
    const others = this.#running.get(folder)
    others?.delete(running)
    if (others?.size === 0) this.#running.delete(folder)
    const isLast = [...(others ?? [])].every(({ agentId }) => agentId !== running.agentId)
    const key = keyOf(folder, running.agentId)
    if (isLast && !this.#turns.has(key)) this.#ends.delete(key)
  }
}

function touchedBy({ access, paths }: CallToRecord['call']): readonly string[] {
  return access === 'write' ? paths : []
}

function keyOf(folder: string, agentId: AgentId): string {
  return `${folder}\0${agentId}`
}
