import { MAX_TERMINAL_INPUT } from '../../shared/contract/folder.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { TerminalItem, TerminalSize } from '../../shared/terminal.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { DialogStore } from '../store/dialog-store.ts'
import type { EngineConnection, Stop } from '../store/engine-connection.ts'
import { openAgents } from '../store/layout.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import { callEngine } from './call-engine.ts'

/** Operations on the user's terminals. Refusals are shown in the agent's pane. */
export interface TerminalActions {
  /** Opens the agent's terminal if there is none. The focus goes to it, or from it to the prompt. */
  show(agentId: AgentId): Promise<void>
  /** Sets its size; returns why it cannot be used by this window, or null. */
  resize(agentId: AgentId, size: TerminalSize): Promise<string | null>
  follow(agentId: AgentId, onItems: (items: readonly TerminalItem[]) => void): Stop
  /** Confirms that a reader has shown this many UTF-16 units. */
  shown(agentId: AgentId, reader: number, units: number): void
  /** Sends what was typed, in this order. */
  write(agentId: AgentId, text: string): void
  close(agentId: AgentId): Promise<void>
}

/** Until the view has measured its own. */
const FIRST_SIZE: TerminalSize = { columns: 80, rows: 24 }

export function createTerminalActions(
  connection: EngineConnection,
  tree: AgentTreeStore,
  dialogs: DialogStore,
  notices: Notices,
): TerminalActions {
  const { client } = connection
  /** Typed texts that were not sent yet, by agent. */
  const typed = new Map<AgentId, string>()

  async function done(agentId: AgentId, call: Promise<Result<null>>): Promise<boolean> {
    const outcome = await callEngine(call)
    if (!outcome.ok) notices.show(agentId, outcome.error.message)
    return outcome.ok
  }

  /** Sends one part at a time, so that none overtakes another. */
  async function send(agentId: AgentId): Promise<void> {
    for (let text = typed.get(agentId) ?? ''; text !== ''; text = typed.get(agentId) ?? '') {
      const part = text.slice(0, MAX_TERMINAL_INPUT)
      typed.set(agentId, text.slice(part.length))
      if (!(await done(agentId, client.terminals.write({ agentId, text: part })))) break
    }
    typed.delete(agentId)
  }

  return {
    async show(agentId) {
      if (tree.getState().agents.get(agentId)?.hasTerminal !== true) {
        if (!(await done(agentId, client.terminals.open({ agentId, size: FIRST_SIZE })))) return
        notices.dismiss(agentId)
      }
      dialogs.setState({ terminalOf: agentId })
    },
    async resize(agentId, size) {
      const outcome = await callEngine(client.terminals.resize({ agentId, size }))
      return outcome.ok ? null : outcome.error.message
    },
    follow: (agentId, onItems) => connection.followTerminal(agentId, onItems),
    shown: (agentId, reader, units) => void callEngine(client.terminals.shown({ agentId, reader, units })),
    write(agentId, text) {
      const waiting = typed.get(agentId)
      typed.set(agentId, (waiting ?? '') + text)
      if (waiting === undefined) void send(agentId)
    },
    async close(agentId) {
      await done(agentId, client.terminals.close({ agentId }))
    },
  }
}

/** Closing a pane ends the terminal in it. Showing another agent there does not. */
export function endClosedTerminals(
  { layout, tree }: { readonly layout: LayoutStore; readonly tree: AgentTreeStore },
  terminals: TerminalActions,
): Stop {
  return layout.subscribe((state, before) => {
    if (state.closed === before.closed) return
    const open = new Set(openAgents(state))
    for (const agentId of openAgents(before)) {
      const hasTerminal = tree.getState().agents.get(agentId)?.hasTerminal === true
      if (hasTerminal && !open.has(agentId)) void terminals.close(agentId)
    }
  })
}
