import type { Sql } from 'postgres'

import { createContentStore } from '../../../../src/main/adapters/storage/content-store.ts'
import { openPool } from '../../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../../src/main/adapters/storage/database-url.ts'
import { createLogReader } from '../../../../src/main/adapters/storage/log-reader.ts'
import { createProviderFactory } from '../../../../src/main/adapters/providers/create-provider-factory.ts'
import { ContentFiles } from '../../../../src/main/core/content/content-files.ts'
import { AgentContexts } from '../../../../src/main/core/context/agent-contexts.ts'
import { assembleTranscript } from '../../../../src/main/core/transcript/assemble-transcript.ts'
import { DEFAULT_CONFIG } from '../../../../src/shared/config.ts'
import type { ApiProviderName } from '../../../../src/shared/providers.ts'
import { fakeCredentials } from '../../../support/fake-credentials.ts'
import { TARGETS } from '../../../core/transcript/transcript-history.ts'
import { valueOf } from './test-storage.ts'

/** One of each API: messages, responses, generate_content and chat. */
const RENDERED = ['anthropic', 'openai', 'google', 'mistral'] as const satisfies readonly ApiProviderName[]

/**
 * Returns the context of each agent, and what each of these providers would be sent of it, as an engine on that database
 * reads them.
 */
export async function contextsAndRequests(url: string): Promise<readonly string[]> {
  const pool = openPool(parseDatabaseUrl(url))
  const client: Sql = pool.$client
  try {
    const reader = createLogReader(pool)
    const agents = new Map(valueOf(await reader.agents()).map((agent) => [agent.id, agent]))
    const contexts = new AgentContexts(reader, (id) => agents.get(id))
    const files = new ContentFiles(createContentStore(pool))
    const factory = createProviderFactory({ credentials: fakeCredentials(), config: DEFAULT_CONFIG, environment: {} })
    const lines: string[] = []
    for (const id of [...agents.keys()].toSorted()) {
      const replay = valueOf(await contexts.contextOf(id))
      const context = replay.items
      lines.push(`${id} ${JSON.stringify([replay.system, context])}`)
      for (const name of RENDERED) {
        const provider = valueOf(await factory.create(name))
        const input = { context, target: TARGETS[name], files: valueOf(await files.filesIn(context)) }
        const system = replay.system === null ? [] : [replay.system]
        const { request } = assembleTranscript({ ...input, system, tools: [] })
        const body = provider.render(valueOf(await files.withBytes(request)))
        lines.push(`${id} ${name} ${JSON.stringify(body)}`)
      }
    }
    return lines
  } finally {
    await client.end()
  }
}
