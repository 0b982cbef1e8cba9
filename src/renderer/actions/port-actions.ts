import type { BackgroundCommand } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import { type OpenPortStore, showPort } from '../store/open-port-store.ts'
import { callEngine } from './call-engine.ts'

/** Opens ports on which background commands listen. Refusals are shown in the agent's pane. */
export interface PortActions {
  /** Shows a port in the agent's pane, anew if it is shown. */
  show(agentId: AgentId, command: BackgroundCommand, port: number): Promise<void>
  /** Shows a port in a tab of the browser. */
  openInBrowser(agentId: AgentId, id: string, port: number): Promise<void>
}

export function createPortActions(client: EngineClient, openPorts: OpenPortStore, notices: Notices): PortActions {
  async function addressOf(agentId: AgentId, opening: Promise<Result<string>>): Promise<string | null> {
    const opened = await callEngine(opening)
    if (opened.ok) return opened.value
    notices.show(agentId, opened.error.message)
    return null
  }
  return {
    async show(agentId, { id, startedAt }, port) {
      const shownIn = location.origin
      const address = await addressOf(agentId, client.agents.openPort({ agentId, id, port, shownIn }))
      if (address !== null) showPort(openPorts, agentId, { id, startedAt, port, address })
    },
    async openInBrowser(agentId, id, port) {
      const address = await addressOf(agentId, client.agents.openPort({ agentId, id, port }))
      if (address !== null) window.open(address, '_blank', 'noopener,noreferrer')
    },
  }
}
