import { join } from 'node:path'

import type { Config } from '../../../core/ports/config-ports.ts'
import type { OutsideAgents, OutsideFacts, Provider } from '../../../core/ports/provider-ports.ts'
import { enabledServers } from '../../../../shared/tool-server.ts'
import { DONE, refuse } from '../../../../shared/result.ts'
import type { OutputLimits } from '../output-collector.ts'
import type { ToolContext } from '../tool-context.ts'
import { AgentConnection } from './agent-connection.ts'
import { errorText } from './agent-program.ts'
import { listPrograms } from './list-programs.ts'
import { outsideProvider } from './outside-provider.ts'
import { SessionBook } from './session-book.ts'

interface Known {
  readonly connection: AgentConnection
  readonly provider: Provider
}

/** A program holds its conversation in memory; after this time it is ended, and its session is opened again later. */
const IDLE_MS = 10 * 60_000

/** Runs programs that speak the Agent Client Protocol, one for each agent of the tree that uses one. */
export function createOutsideAgents(
  options: OutsideFacts &
    OutputLimits & {
      readonly environment: ToolContext['environment']
      readonly places: ToolContext['places']
      readonly config: Config
      readonly clientVersion: string
      readonly dataDirectory: string
      /** How long a program may be unused, ms. */
      readonly idleMs?: number
    },
): OutsideAgents {
  const { config, dataDirectory } = options
  const sessions = new SessionBook(join(dataDirectory, 'outside-sessions.json'))
  const known = new Map<string, Known>()
  function create(agentId: string): Known {
    const connection = new AgentConnection({
      idleMs: IDLE_MS,
      ...options,
      agentId,
      sessions,
      agents: () => config.outsideAgents,
      servers: () => enabledServers(config.toolServers),
      chosenOptions: (program) => options.chosenOptions(agentId, program),
      onOffer: (offer) => options.onOffer(agentId, offer),
    })
    return { connection, provider: outsideProvider(connection) }
  }
  return {
    providerOf(agentId) {
      const found = known.get(agentId) ?? create(agentId)
      known.set(agentId, found)
      return found.provider
    },
    async setOption(agentId, id, value) {
      try {
        await known.get(agentId)?.connection.setOption(id, value)
        return DONE
      } catch (error) {
        return refuse(`The program did not accept this: ${errorText(error)}`)
      }
    },
    programs: () => listPrograms(config.outsideAgents, options.environment['PATH'] ?? ''),
    async close() {
      await Promise.all([...known.values()].map(({ connection }) => connection.close()))
    },
  }
}
