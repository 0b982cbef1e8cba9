import type { EngineApi } from '../../../shared/engine-api.ts'
import { refuse } from '../../../shared/result.ts'
import { cleanPieces } from '../content/clean-pieces.ts'
import { FolderSearch } from '../content/folder-search.ts'
import type { EngineServices } from '../engine-services.ts'

/** Files in the working folders of agents. */
export function createFolderApi({ folderFiles, folders, uploads, dependencies }: EngineServices): EngineApi['folder'] {
  const search = new FolderSearch(folderFiles, dependencies.clock)
  return {
    files: ({ agentId, query }) => search.find(agentId, query),
    open: async ({ agentId, path }) => {
      const program = dependencies.config.editor
      if (program === null) return refuse('No editor is set. Set one in Settings, Tools and approvals.')
      const found = await folders.of(agentId)
      return found.ok ? dependencies.openInEditor({ program, folder: found.value.folder, path }) : found
    },
    attach: ({ agentId, path }) =>
      folderFiles.open(agentId, path, (pieces) => {
        const limit = dependencies.config.maxAttachmentBytes
        return uploads.take(path, cleanPieces(path, pieces, limit))
      }),
  }
}
