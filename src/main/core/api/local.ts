import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentSummary } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { StoredKey } from '../../../shared/home-settings.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { ForeignReport } from '../../../shared/foreign-report.ts'
import type { FoundSession } from '../../../shared/found-session.ts'
import type { ImportResult } from '../../../shared/log-row.ts'
import type { ConversationFormat } from '../../../shared/log-file.ts'
import type { SourceList } from '../../../shared/session-import.ts'
import type { FolderFile } from '../../../shared/contract/folder.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { ServerResources } from '../content/server-resources.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import type { SqlPage } from '../ports/sql-ports.ts'
import type { ToolFile } from '../ports/tool-ports.ts'
import type { Evaluations } from '../evaluations/evaluations.ts'
import type { Races } from '../races/races.ts'
import type { Reruns } from '../reruns/reruns.ts'
import type { SessionImportRun } from '../transfer/foreign/foreign-importer.ts'
import type { ImportOptions } from '../transfer/log-importer.ts'
import { createRootAgent, type LocalCreateRequest } from './create-root-agent.ts'

/** What only callers in the same process can do. */
export interface LocalApi {
  createAgent(request: LocalCreateRequest): Promise<Result<AgentSummary>>
  readonly reruns: Pick<Reruns, 'start' | 'resume' | 'view' | 'subtree'>
  readonly evaluations: Pick<Evaluations, 'open' | 'run' | 'view' | 'compare' | 'page' | 'answer'>
  readonly races: Pick<Races, 'create' | 'run' | 'view' | 'onChange' | 'answer' | 'stop' | 'adopt'>
  /** Stores a value that belongs to no window; `settings.get` reads it. */
  setSetting(key: StoredKey, value: JsonValue): Promise<Result<null>>
  /**
   * Lines of the export format (docs/import-format.md): everything, or one agent with its ancestors and descendants.
   */
  exportLines(
    agentId: AgentId | null,
    options?: { readonly files?: boolean | undefined },
  ): AsyncIterable<Result<string>>
  /** One agent's path as a readable document, in blocks. */
  exportMarkdown(agentId: AgentId): AsyncIterable<Result<string>>
  /** The same with its files beside it, as lines of a bundle. */
  exportMarkdownFolder(agentId: AgentId): AsyncIterable<Result<string>>
  /** One agent's context in the form of another tool, in lines. */
  exportConversation(agentId: AgentId, format: ConversationFormat): AsyncIterable<Result<string>>
  /** A page of one agent, in lines; `beside`: with those that were forked at the same place. */
  exportPage(agentId: AgentId, options: { readonly beside: boolean }): AsyncIterable<Result<string>>
  /** Yields the rows of a query of the user in pages (docs/sql.md). */
  sql(query: string): AsyncIterable<Result<SqlPage>>
  /** Stores a file that this process reads; REFUSED if it is larger than `max_attachment_bytes`. */
  storeFile(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Result<AttachmentBlock>>
  /** Lists the resources of the MCP servers of config.json, or of one of them, and starts them if needed. */
  serverResources(server: string | null): Promise<readonly FolderFile[]>
  /** Reads a resource named as `SERVER:ADDRESS`; null: config.json has no such server. Starts it if needed. */
  readServerResource(path: string): Promise<Result<ToolFile | null>>
  /** Imports all lines under new ids, or nothing; a refusal names the line. After an abort nothing is imported. */
  importLines(lines: AsyncIterable<string> | Iterable<string>, options?: ImportOptions): Promise<Result<ImportResult>>
  /** Imports the sessions of another tool in a file, archive, database or folder (docs/other-tools.md). */
  importForeign(path: string, options?: SessionImportRun): Promise<Result<ForeignReport>>
  /** Lists the sessions that `importForeign` would import. */
  listForeign(path: string): Promise<Result<SourceList>>
  /** Lists the sessions in the usual places of other tools. */
  findForeign(): Promise<Result<readonly FoundSession[]>>
}

export function createLocalApi(services: EngineWiring): LocalApi {
  const { exporter, importer, toolServers, config } = services
  const resources = new ServerResources(toolServers.contents)
  const started = (): Promise<void> => {
    toolServers.start()
    return toolServers.ready(new AbortController().signal)
  }
  return {
    evaluations: services.evaluations,
    races: services.races,
    reruns: services.reruns,
    createAgent: (request) => createRootAgent(services, request),
    setSetting: (key, value) => services.settings.set(key, value),
    exportLines: (agentId, options) => exporter.lines(agentId, options),
    exportConversation: (agentId, format) => services.conversations.lines(agentId, format),
    exportPage: (agentId, options) => services.conversations.page(agentId, options),
    exportMarkdown: (agentId) => exporter.markdown(agentId),
    exportMarkdownFolder: (agentId) => exporter.markdownFolder(agentId),
    sql: (query) => services.sql.read(query),
    storeFile: (name, pieces) => services.uploads.take(name, pieces),
    serverResources: async (server) => {
      await started()
      return resources.list(server)
    },
    readServerResource: async (path) => {
      const server = path.slice(0, Math.max(path.indexOf(':'), 0))
      if (!Object.hasOwn(config.toolServers, server)) return ok(null)
      await started()
      const read = await resources.read(path)
      return read.ok && read.value === null
        ? refuse(`The MCP server ${server} does not run, or offers no resources.`)
        : read
    },
    importLines: (lines, options) => importer.import(lines, options),
    importForeign: (path, options) => services.sessions.importPath(path, options),
    listForeign: (path) => services.sessions.listPath(path),
    findForeign: () => services.sessions.find(),
  }
}
