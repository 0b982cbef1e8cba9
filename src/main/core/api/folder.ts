import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, ok, refuse } from '../../../shared/result.ts'
import { cleanPieces } from '../content/clean-pieces.ts'
import { FolderSearch } from '../content/folder-search.ts'
import { ServerResources } from '../content/server-resources.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

/** Files in the working folders of agents, and resources of MCP servers. */
export function createFolderApi(services: EngineWiring): EngineApi['folder'] {
  const { folderFiles, folders, uploads, clock, config, toolServers, openInEditor } = services
  const search = new FolderSearch(folderFiles, clock)
  const resources = new ServerResources(toolServers.contents)
  return {
    files: async ({ agentId, query }) => {
      const onServers = await resources.find(query)
      if (onServers.some(({ kind }) => kind !== 'server')) return ok(onServers)
      const files = await search.find(agentId, query)
      return files.ok || onServers.length === 0 ? mapOk(files, (found) => [...found, ...onServers]) : ok(onServers)
    },
    open: async ({ agentId, path }) => {
      const program = config.editor
      if (program === null) return refuse('No editor is set. Set one in Settings, Tools and approvals.')
      const found = await folders.folderOf(agentId)
      return found.ok ? openInEditor({ program, folder: found.value.folder, path }) : found
    },
    attach: async ({ agentId, path }) => {
      const limit = config.maxAttachmentBytes
      const resource = await resources.read(path)
      if (!resource.ok) return resource
      if (resource.value !== null) return uploads.take(resource.value.name, [resource.value.bytes])
      return folderFiles.open(agentId, path, (pieces) => uploads.take(path, cleanPieces(path, pieces, limit)))
    },
  }
}

/** The user's shells in the folders of agents. */
export function createTerminalsApi({ terminals }: EngineWiring): EngineApi['terminals'] {
  return {
    open: ({ agentId, size }) => terminals.open(agentId, size),
    subscribe: ({ agentId }, signal) => terminals.subscribe(agentId, signal),
    shown: async ({ agentId, reader, units }) => terminals.shown(agentId, reader, units),
    write: async ({ agentId, text }) => terminals.write(agentId, text),
    resize: async ({ agentId, size }) => terminals.resize(agentId, size),
    close: ({ agentId }) => terminals.close(agentId),
  }
}
