import type { Client } from '@modelcontextprotocol/client'

import { errorMessage, refuse, type Result } from '../../../../shared/result.ts'
import { visibleText } from '../../../../shared/visible-text.ts'

/** Longest error, description or title of a server that is shown, UTF-16 units. */
export const MAX_WORDS = 300

/** Asks a server. Refused, with what to do, if it does not run (`client` is null) or fails. */
export async function withClient<T>(
  server: string,
  client: Client | null,
  ask: (client: Client) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (client === null)
    return refuse(`The MCP server ${server} does not run now. Its state is in Settings, MCP servers.`)
  try {
    return await ask(client)
  } catch (error) {
    return refuse(`The MCP server ${server} refused: ${visibleText(errorMessage(error), 'shown').slice(0, MAX_WORDS)}`)
  }
}
