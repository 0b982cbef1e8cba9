import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './command-body.ts'
import { nextNeedingAttention, nextUnread, relatives } from './related-agents.ts'

type Find = (agents: ReadonlyMap<AgentId, AgentSummary>, from: AgentId | null) => AgentId | null

/** How long keys wait for a question whose pane is still loading, ms. */
const LONGEST_WAIT_MS = 2_000

/** The question that has the focus; null: none. */
function focusedQuestion(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset['question'] ?? null
}

/** Moves through the tree, starting at the agent of the focused pane. */
export function relativeCommands({ stores: { approvals, tree, layout, dialogs, dismissals, unread } }: AppModel) {
  const go = (find: Find): CommandBody => ({
    getAction() {
      const target = find(tree.getState().agents, layout.getState().focused)
      return target === null ? null : () => layout.dispatch({ type: 'show', agentId: target })
    },
  })
  const nextWaiting: CommandBody = {
    getAction() {
      const from = { agentId: layout.getState().focused, questionId: focusedQuestion() }
      const { pending } = approvals.getState()
      const next = nextNeedingAttention(tree.getState().agents, from, pending.values(), dismissals.getState())
      if (next === null) return null
      const { agentId, questionId } = next
      return () => {
        layout.dispatch({ type: 'show', agentId })
        if (questionId === null) return
        dialogs.setState({ summoned: { questionId, until: performance.now() + LONGEST_WAIT_MS } })
      }
    },
  }
  return {
    'agent.parent': go(relatives.parent),
    'agent.firstChild': go(relatives.firstChild),
    'agent.previousSibling': go(relatives.previousSibling),
    'agent.nextSibling': go(relatives.nextSibling),
    'agent.nextWaiting': nextWaiting,
    'agent.nextUnread': go((agents, from) => nextUnread(agents, from, unread.getState())),
  }
}
