import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { FileVersion } from '../ports/checkpoint-ports.ts'
import type { PreparedCall } from '../ports/tool-ports.ts'
import type { CheckpointEventDraft } from './folder-states.ts'

/** What of a call says where it may write. */
interface WritingCall {
  readonly access: PreparedCall['access']
  readonly paths: readonly string[]
  readonly isInFolder: boolean
  readonly definition?: PreparedCall['definition']
  readonly isUnderWay?: true
}

export interface CallToRecord {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly callId: string
  readonly call: WritingCall
  /** Records an event of the call. */
  readonly record: (event: CheckpointEventDraft) => Promise<void>
}

export interface OverlappingCall {
  readonly recorded: CallToRecord
  /** Whether the state before the call has been saved. What changes from then on may be its work. */
  isBegun: boolean
  isShared: boolean
  /** Another agent's call ran in the folder at the same time. */
  hasCompany: boolean
  /** Another call of the agent, or a command that it left running, ran at the same time. */
  hasSiblings: boolean
  /** What other agents wrote for certain meanwhile, by absolute path. */
  readonly claimed: Map<string, FileVersion | null>
}

/** The calls that run now, and what each has to know of the others (docs/behaviour/changes.md#whose). */
export class OverlappingCalls {
  readonly #byFolder = new Map<string, Set<OverlappingCall>>()

  enter(folder: string, recorded: CallToRecord): OverlappingCall {
    const others = this.#byFolder.get(folder) ?? new Set()
    const facts = { isBegun: false, isShared: others.size > 0, hasCompany: false, hasSiblings: false }
    const running: OverlappingCall = { ...facts, recorded, claimed: new Map() }
    for (const other of others) {
      const isSibling = other.recorded.agentId === recorded.agentId
      other.isShared = true
      for (const one of [other, running]) {
        one.hasSiblings ||= isSibling
        one.hasCompany ||= !isSibling
      }
    }
    this.#byFolder.set(folder, others.add(running))
    return running
  }

  leave(folder: string, running: OverlappingCall): void {
    const calls = this.#byFolder.get(folder)
    calls?.delete(running)
    if (calls?.size === 0) this.#byFolder.delete(folder)
  }

  has(folder: string, agentId: AgentId): boolean {
    return [...(this.#byFolder.get(folder) ?? [])].some(({ recorded }) => recorded.agentId === agentId)
  }

  /** A call of the agent whose first state is saved. */
  begun(folder: string, agentId: AgentId): OverlappingCall | undefined {
    const calls = [...(this.#byFolder.get(folder) ?? [])]
    return calls.find(({ recorded, isBegun }) => isBegun && recorded.agentId === agentId)
  }

  /** Says what an agent has written for certain, by absolute path (null: removed), so that other agents' calls do not claim it. */
  claim(agentId: AgentId, written: ReadonlyMap<string, FileVersion | null>): void {
    for (const calls of this.#byFolder.values()) {
      for (const { recorded, claimed } of calls) {
        if (recorded.agentId === agentId) continue
        for (const [path, version] of written) claimed.set(path, version)
      }
    }
  }
}
