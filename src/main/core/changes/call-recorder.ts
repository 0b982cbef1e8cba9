import type { CheckpointPlace, SkippedFile } from '../../../shared/file-changes.ts'
import { isPathIn } from '../../../shared/path-below.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import type { RunningCommands } from '../ports/background-ports.ts'
import type {
  FileDifference,
  FileReplacement,
  SavedFolder,
  TextChanges,
  Checkpoints,
} from '../ports/checkpoint-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { FolderOf, WrittenFile } from '../ports/tool-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { attributedCall, attributedReplacement, claimsOf, type Attribution } from './attribute-changes.ts'
import { unrecordedEvent } from './checkpoint-event.ts'
import { FolderStates, type StateChange } from './folder-states.ts'
import { type CallToRecord, type OverlappingCall, OverlappingCalls } from './overlapping-calls.ts'

export interface RecorderDependencies {
  readonly checkpoints: Checkpoints
  readonly search: CheckpointLog
  readonly folderOf: FolderOf
  readonly textChanges: TextChanges
  readonly logger: Logger
  /** Missing: no command outlives its call. */
  readonly backgroundWork?: RunningCommands | undefined
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

/** What was recorded of a call. `problem`: why nothing was, as a sentence; null: nothing failed. */
interface RecordedCall {
  readonly problem: string | null
  readonly differences: readonly FileDifference[]
}

/** What is done at both ends of a call; returns why it was not recorded. */
interface Ends<T> {
  readonly folder: string
  readonly begin: () => Promise<string | null>
  readonly end: (result: T) => Promise<string | null>
}

/** The folder whose states hold files outside the agent's folder. */
const EVERYWHERE = '/'

/** Records what calls change in files (docs/behaviour/changes.md#checkpoints). A failure never stops a call. */
export class CallRecorder {
  readonly #dependencies: RecorderDependencies
  readonly #states: FolderStates
  readonly #order = new KeyedQueue()
  readonly #running = new OverlappingCalls()
  /** The end of the chain while calls of an agent run, by folder and agent. */
  readonly #ends = new Map<string, string>()
  /** The turns of outside agents that run now, by folder and agent. */
  readonly #turns = new Set<string>()

  constructor(dependencies: RecorderDependencies) {
    this.#dependencies = dependencies
    this.#states = new FolderStates(dependencies.checkpoints, dependencies.search)
  }

  /**
   * Runs a call between two checkpoints if it may write. `wroteOf`: all files that the call wrote; null: not known. Calls
   * that say what they write run one after the other in a folder, so that each change is one call's.
   */
  async around<T>(
    recorded: CallToRecord,
    run: () => Promise<T>,
    wroteOf: (result: T) => readonly WrittenFile[] | null = () => null,
  ): Promise<CallOutcome<T>> {
    const folder = await this.#folderOf(recorded)
    if (folder === null) return { result: await run(), unrecorded: null }
    const running = this.#running.enter(folder, recorded)
    running.hasSiblings ||= this.#hasBackground(recorded.agentId)
    const begin = () => this.#catchFailure(() => this.#before(folder, running))
    const end = (result: T) => this.#catchFailure(() => this.#after(folder, running, wroteOf(result)))
    try {
      const outcome = await (isFileTool(recorded.call)
        ? this.#order.run(folder, async () => {
            const before = await begin()
            const result = await run()
            return { result, unrecorded: before ?? (await end(result)) }
          })
        : this.#unordered({ folder, begin, end }, run))
      if (outcome.unrecorded !== null) await recorded.record(unrecordedEvent(folder, recorded, outcome.unrecorded))
      return outcome
    } finally {
      this.#leave(folder, running)
    }
  }

  /** Other calls of the folder run at the same time. */
  async #unordered<T>({ folder, begin, end }: Ends<T>, run: () => Promise<T>): Promise<CallOutcome<T>> {
    const before = await this.#order.run(folder, begin)
    const result = await run()
    const after = await this.#order.run(folder, () => end(result))
    return { result, unrecorded: before ?? after }
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
      const before = () => this.#chain(folder, { agentId, turnId, callId: '', call, record })
      await this.#order.run(folder, () => this.#catchFailure(before))
      return await run()
    } finally {
      this.#turns.delete(key)
      this.#ends.delete(key)
    }
  }

  /** Says which changes an undo or an apply made, and keeps the calls of other agents from claiming them. */
  attributed(
    agentId: AgentId,
    { folder }: CheckpointPlace,
    differences: readonly FileDifference[],
    replacements: readonly FileReplacement[],
  ): Attribution {
    const attribution = attributedReplacement(differences, replacements, this.#dependencies.textChanges)
    this.#running.claim(agentId, claimsOf(folder, differences, attribution))
    return attribution
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

  async #before(folder: string, running: OverlappingCall): Promise<string | null> {
    const problem = await this.#chain(folder, running.recorded)
    running.isBegun = true
    return problem
  }

  /** Saves the state and records what changed since the chain of the agent ended. */
  async #chain(folder: string, { agentId, call, record }: CallToRecord): Promise<string | null> {
    const saved = await this.#states.save({ agentId, folder, touched: touchedBy(call) })
    if (!saved.ok) return saved.error.message
    const key = keyOf(folder, agentId)
    const end = this.#ends.get(key)
    if (end !== undefined) {
      const other = this.#running.begun(folder, agentId)
      // In a turn of an outside agent the call may have begun before it is known here.
      if (other === undefined) return null
      // While another call of the agent runs, what changed so far may be that call's.
      this.#ends.set(key, saved.value.id)
      return (await this.#recordCall(end, saved.value, other, null)).problem
    }
    const newest = await this.#states.newest(agentId, saved.value.place)
    if (!newest.ok) return newest.error.message
    this.#ends.set(key, saved.value.id)
    if (newest.value === null) return null
    return this.#record(newest.value, saved.value, { agentId, turnId: null, cause: 'outside' }, record)
  }

  async #after(folder: string, running: OverlappingCall, wrote: readonly WrittenFile[] | null): Promise<string | null> {
    const { agentId, call } = running.recorded
    const saved = await this.#states.save({ agentId, folder, touched: touchedBy(call) })
    if (!saved.ok) return saved.error.message
    const key = keyOf(folder, agentId)
    const before = this.#ends.get(key)
    if (before === undefined) return 'The state before the call is not known.'
    this.#ends.set(key, saved.value.id)
    const recorded = await this.#recordCall(before, saved.value, running, wrote)
    return recorded.problem ?? unsavedReason(folder, saved.value, wrote ?? [], recorded.differences)
  }

  /** Records what changed around a call, with whose it is. */
  async #recordCall(
    before: string,
    saved: SavedFolder,
    { recorded, isShared, hasCompany, hasSiblings, claimed }: OverlappingCall,
    wrote: readonly WrittenFile[] | null,
  ): Promise<RecordedCall> {
    const { agentId, turnId, callId, record } = recorded
    if (before === saved.id) return { problem: null, differences: [] }
    const history = await this.#states.history(agentId, saved.place)
    if (!history.ok) return { problem: history.error.message, differences: [] }
    let seen: readonly FileDifference[] = []
    const { folder } = saved.place
    const hasOther = hasSiblings || this.#hasBackground(agentId)
    const facts = { folder, wrote, isAlone: history.value.isOwn && !hasCompany, hasSiblings: hasOther, claimed }
    const attribute = (differences: readonly FileDifference[]) => {
      seen = differences
      const attribution = attributedCall(differences, facts, this.#dependencies.textChanges)
      this.#running.claim(agentId, claimsOf(folder, differences, attribution))
      return attribution
    }
    const change = { agentId, turnId, callId, isShared, cause: 'call', attribute } as const
    const problem = await this.#record(before, saved, change, record)
    return { problem, differences: seen }
  }

  /** Whether a command of the agent runs on after its call, and may write while another one runs. */
  #hasBackground(agentId: AgentId): boolean {
    return (this.#dependencies.backgroundWork?.running(agentId) ?? []).length > 0
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

  #leave(folder: string, running: OverlappingCall): void {
    this.#running.leave(folder, running)
    const { agentId } = running.recorded
    const key = keyOf(folder, agentId)
    if (!this.#running.has(folder, agentId) && !this.#turns.has(key)) this.#ends.delete(key)
  }
}

/** Returns why a file that a call wrote is in no state, as a sentence; null: all are. */
function unsavedReason(
  folder: string,
  { skipped }: SavedFolder,
  wrote: readonly WrittenFile[],
  differences: readonly FileDifference[],
): string | null {
  const start = folder === EVERYWHERE ? '/' : `${folder}/`
  const saved = new Set(differences.map(({ path }) => start + path))
  const file = wrote.find((each) => !saved.has(each.path) && !isUnchanged(each))
  if (file === undefined) return null
  const left = skipped.find(({ path }) => isPathIn(start + path.replace(/\/*$/, ''), file.path))
  if (left?.reason === 'repository') {
    return `${left.path.replace(/\/*$/, '')} is a repository inside the folder, such as a submodule; its files are not saved.`
  }
  const shown = folder !== EVERYWHERE && isPathIn(folder, file.path) ? file.path.slice(start.length) : file.path
  return `${shown} is in no checkpoint: ${left === undefined ? NOT_SEEN : LEFT_OUT[left.reason]}.`
}

const NOT_SEEN = 'git ignores it, or it was changed back at once'

const LEFT_OUT: Readonly<Record<Exclude<SkippedFile['reason'], 'repository'>, string>> = {
  large: 'it is larger than max_checkpoint_file_bytes',
  unreadable: 'it cannot be read',
  protected: 'it is hidden from commands',
}

function isUnchanged({ before, after }: WrittenFile): boolean {
  if (before === null || after === null) return before === after
  return before.length === after.length && before.every((byte, index) => byte === after[index])
}

/** Whether the call says exactly what it writes, and writes nothing after its end. */
function isFileTool({ access, definition, isUnderWay }: CallToRecord['call']): boolean {
  return access === 'write' && definition === undefined && isUnderWay !== true
}

function touchedBy({ access, paths }: CallToRecord['call']): readonly string[] {
  return access === 'write' ? paths : []
}

function keyOf(folder: string, agentId: AgentId): string {
  return `${folder}\0${agentId}`
}
