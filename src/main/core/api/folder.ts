import type { EngineApi } from '../../../shared/engine-api.ts'
import { cleanPieces } from '../content/clean-pieces.ts'
import { FolderSearch } from '../content/folder-search.ts'
import type { EngineServices } from '../engine-services.ts'

/** Files in the working folders of agents. */
export function createFolderApi({ folderFiles, uploads, dependencies }: EngineServices): EngineApi['folder'] {
  const search = new FolderSearch(folderFiles, dependencies.clock)
  return {
    files: ({ agentId, query }) => search.find(agentId, query),
    attach: ({ agentId, path }) =>
      folderFiles.open(agentId, path, (pieces) => {
        const limit = dependencies.config.maxAttachmentBytes
        return uploads.take(path, cleanPieces(path, pieces, limit))
      }),
  }
}
