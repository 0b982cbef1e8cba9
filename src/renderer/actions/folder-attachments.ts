import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** Files that were attached by their path in the working folder, as long as the window is open. */
export interface FolderAttachments {
  /** Stores a file as it is now. */
  take(agentId: AgentId, path: string): Promise<Result<AttachmentBlock>>
  /** Returns a file as it is now; the stored one if it was not attached by its path, or cannot be read any more. */
  newest(agentId: AgentId, file: AttachmentBlock): Promise<AttachmentBlock>
}

export function createFolderAttachments(client: EngineClient): FolderAttachments {
  /** By hash. */
  const paths = new Map<string, string>()

  async function take(agentId: AgentId, path: string): Promise<Result<AttachmentBlock>> {
    const taken = await callEngine(client.folder.attach({ agentId, path }))
    if (taken.ok) paths.set(taken.value.sha256, path)
    return taken
  }

  return {
    take,
    async newest(agentId, file) {
      const path = paths.get(file.sha256)
      const taken = path === undefined ? null : await take(agentId, path)
      return taken?.ok === true ? taken.value : file
    },
  }
}
