import type { FolderFile } from '../../../shared/contract/folder.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ToolFile } from '../ports/tool-ports.ts'
import type { ServerContents, ServerResource } from '../ports/tool-server-ports.ts'

const MAX_FOUND = 50

/** Resources of MCP servers, named as `SERVER:ADDRESS` beside the files of a folder. */
export class ServerResources {
  readonly #contents: ServerContents

  constructor(contents: ServerContents) {
    this.#contents = contents
  }

  /** Returns the servers whose name begins as the query, or the resources of the one that the query names. */
  async find(query: string): Promise<readonly FolderFile[]> {
    const asked = this.#split(query)
    if (asked !== null) return matching(asked.server, asked.uri, await this.#contents.resources(asked.server))
    return this.#contents
      .resourceServers()
      .filter((server) => server.toLowerCase().startsWith(query.toLowerCase()))
      .map((server) => ({ kind: 'server', path: `${server}:`, bytes: null }))
  }

  /** Returns all resources of the servers, or of one server. */
  async list(only: string | null): Promise<readonly FolderFile[]> {
    const servers = this.#contents.resourceServers().filter((server) => only === null || server === only)
    const lists = await Promise.all(
      servers.map(async (server) => (await this.#contents.resources(server)).map((each) => named(server, each))),
    )
    return lists.flat()
  }

  /** Reads a resource; null: the path names no server. */
  async read(path: string): Promise<Result<ToolFile | null>> {
    const asked = this.#split(path)
    return asked === null ? ok(null) : this.#contents.resource(asked.server, asked.uri)
  }

  #split(path: string): { readonly server: string; readonly uri: string } | null {
    const at = path.indexOf(':')
    const server = path.slice(0, Math.max(at, 0))
    return this.#contents.resourceServers().includes(server) ? { server, uri: path.slice(at + 1) } : null
  }
}

/** An address that was typed in a form of the server comes first: it is in no list. */
function matching(server: string, typed: string, resources: readonly ServerResource[]): readonly FolderFile[] {
  const words = typed.toLowerCase()
  const listed = resources.filter(({ uri, title }) => `${uri} ${title}`.toLowerCase().includes(words))
  const isListed = resources.some(({ uri, isTemplate }) => uri === typed && !isTemplate)
  const form = isListed ? undefined : resources.find((each) => isFilled(each, typed))
  const filled = form === undefined ? [] : [{ ...form, uri: typed, isTemplate: false }]
  return [...filled, ...listed].slice(0, MAX_FOUND).map((each) => named(server, each))
}

function named(server: string, { uri, title, bytes, isTemplate }: ServerResource): FolderFile {
  return { kind: isTemplate ? 'form' : 'resource', path: `${server}:${uri}`, bytes, title }
}

/** Whether an address has the beginning and the end of a form, and something in between. */
function isFilled({ uri, isTemplate }: ServerResource, typed: string): boolean {
  const [beginning = '', ...others] = uri.split(/\{[^}]*\}/)
  const end = others.at(-1) ?? ''
  return (
    isTemplate &&
    !typed.includes('{') &&
    typed.length > beginning.length + end.length &&
    typed.startsWith(beginning) &&
    typed.endsWith(end)
  )
}
