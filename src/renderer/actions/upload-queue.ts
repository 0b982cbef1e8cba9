import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { Attachments, PendingFile } from '../store/attachment-store.ts'
import type { ConnectionStore } from '../store/connection-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { UNREACHABLE } from './call-engine.ts'
import { checkSize, prepareFile, uploadFile } from './upload-file.ts'

export interface UploadQueue {
  /** Stores files one after the other. Without a connection, they wait for it. */
  add(agentId: AgentId, files: readonly File[]): Promise<void>
  /** Gives a file up that was not stored yet. */
  drop(agentId: AgentId, id: string): void
  /** Uploads what waits for the connection. */
  retryWaiting(): void
}

interface Entry {
  readonly agentId: AgentId
  readonly id: string
  readonly file: File
}

/** Files on their way to the engine. The store shows the state of each. */
export function createUploadQueue(dependencies: {
  readonly client: EngineClient
  readonly attachments: Attachments
  readonly connection: ConnectionStore
  onStored(agentId: AgentId, file: AttachmentBlock): Promise<void>
}): UploadQueue {
  const { client, attachments, connection, onStored } = dependencies
  const entries = new Map<string, Entry>()

  const show = ({ agentId, id, file }: Entry, state: PendingFile['state'], reason = ''): void =>
    attachments.put(agentId, { id, name: file.name, state, reason })

  async function upload(entry: Entry): Promise<void> {
    if (!entries.has(entry.id)) return
    if (connection.getState().connection !== 'open') return show(entry, 'waiting')
    show(entry, 'reading')
    const stored = await storeFile(client, entry.file)
    // It may have been removed in the meantime.
    if (!entries.has(entry.id)) return
    if (!stored.ok && stored.error.message === UNREACHABLE) return show(entry, 'waiting')
    entries.delete(entry.id)
    if (!stored.ok) return show(entry, 'failed', stored.error.message)
    await onStored(entry.agentId, stored.value)
    attachments.remove(entry.agentId, entry.id)
  }

  return {
    async add(agentId, files) {
      const added = files.map((file): Entry => ({ agentId, id: crypto.randomUUID(), file }))
      for (const entry of added) {
        entries.set(entry.id, entry)
        show(entry, 'reading')
      }
      // One at a time, so that the files keep their order, and no two are in memory.
      for (const entry of added) await upload(entry)
    },
    drop(agentId, id) {
      entries.delete(id)
      attachments.remove(agentId, id)
    },
    retryWaiting() {
      for (const entry of entries.values()) {
        const pending = attachments.filesOf(entry.agentId).find(({ id }) => id === entry.id)
        if (pending?.state === 'waiting') void upload(entry)
      }
    },
  }
}

async function storeFile(client: EngineClient, file: File): Promise<Result<AttachmentBlock>> {
  const checked = await checkSize(client, file.name, file.size)
  if (!checked.ok) return checked
  const prepared = await prepareFile(file)
  return prepared.ok ? uploadFile(client, prepared.value) : prepared
}
