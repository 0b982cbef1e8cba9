import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

/** A file that is on its way to the engine, or was refused. Stored files belong to the draft. */
export interface PendingFile {
  readonly id: string
  readonly name: string
  /** `reading`: it is being read and stored. `waiting`: for the connection. */
  readonly state: 'reading' | 'waiting' | 'failed'
  /** Why it was refused; empty unless it failed. */
  readonly reason: string
}

/** A file of the working folder that is too large to be attached without a question. */
interface AskedFile {
  readonly path: string
  readonly bytes: number
}

interface AttachmentState {
  /** In the order in which they were attached, by agent. */
  readonly pending: ReadonlyMap<AgentId, readonly PendingFile[]>
  readonly asked: ReadonlyMap<AgentId, AskedFile>
  /** Hashes of attached files of working folders that have been changed since. */
  readonly changed: ReadonlySet<string>
}

export interface Attachments extends StoreApi<AttachmentState> {
  filesOf(agentId: AgentId): readonly PendingFile[]
  /** Adds the file, or replaces the one with its id. */
  put(agentId: AgentId, file: PendingFile): void
  remove(agentId: AgentId, id: string): void
  ask(agentId: AgentId, file: AskedFile | null): void
  markChanged(sha256: string, isChanged: boolean): void
}

const NONE: readonly PendingFile[] = []

export function createAttachments(): Attachments {
  const store = createStore<AttachmentState>(() => ({ pending: new Map(), asked: new Map(), changed: new Set() }))
  const filesOf = (agentId: AgentId): readonly PendingFile[] => store.getState().pending.get(agentId) ?? NONE
  const set = (agentId: AgentId, files: readonly PendingFile[]): void =>
    store.setState(({ pending }) => ({ pending: withEntry(pending, agentId, files.length === 0 ? null : files) }))
  return {
    ...store,
    filesOf,
    put(agentId, file) {
      const files = filesOf(agentId)
      const isKnown = files.some(({ id }) => id === file.id)
      set(agentId, isKnown ? files.map((each) => (each.id === file.id ? file : each)) : [...files, file])
    },
    remove: (agentId, id) =>
      set(
        agentId,
        filesOf(agentId).filter((file) => file.id !== id),
      ),
    ask: (agentId, file) => store.setState(({ asked }) => ({ asked: withEntry(asked, agentId, file) })),
    markChanged(sha256, isChanged) {
      const { changed } = store.getState()
      if (changed.has(sha256) === isChanged) return
      const others = [...changed].filter((each) => each !== sha256)
      store.setState({ changed: new Set(isChanged ? [...others, sha256] : others) })
    },
  }
}

/** Null removes the entry. */
function withEntry<V>(entries: ReadonlyMap<AgentId, V>, agentId: AgentId, value: V | null): ReadonlyMap<AgentId, V> {
  const changed = new Map(entries)
  if (value === null) changed.delete(agentId)
  else changed.set(agentId, value)
  return changed
}
