import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

/** The user's shells in the folders of agents. */
export function createTerminalsApi({ terminals }: EngineServices): EngineApi['terminals'] {
  return {
    open: ({ agentId, size }) => terminals.open(agentId, size),
    subscribe: ({ agentId }, signal) => terminals.subscribe(agentId, signal),
    shown: async ({ agentId, reader, units }) => terminals.shown(agentId, reader, units),
    write: async ({ agentId, text }) => terminals.write(agentId, text),
    resize: async ({ agentId, size }) => terminals.resize(agentId, size),
    close: ({ agentId }) => terminals.close(agentId),
  }
}
