import type { Client } from '@modelcontextprotocol/client'

import { refuse, type Result } from '../../../../shared/result.ts'
import { visibleText } from '../../../../shared/visible-text.ts'

/** Longest error, description or title of a server that is shown, UTF-16 units. */
export const MAX_WORDS = 300

/** A server that can be asked. */
export interface AskedServer {
  readonly name: string
  /** Null: it does not run. */
  readonly client: Client | null
  /** As `McpServer.request`. */
  request<T>(send: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T>
}

/** Asks a server. Refused, with what to do, if it does not run (null) or fails. */
export async function withClient<T>(
  name: string,
  server: AskedServer | null,
  ask: (client: Client) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (server === null || server.client === null)
    return refuse(`The MCP server ${name} does not run now. Its state is in Settings, MCP servers.`)
  try {
    return await server.request(ask, new AbortController().signal)
  } catch (error) {
    const { requestProblem } = await import('./request-problem.ts')
    return refuse(`The MCP server ${name} refused: ${visibleText(requestProblem(error), 'shown').slice(0, MAX_WORDS)}`)
  }
}
