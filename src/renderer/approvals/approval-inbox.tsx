import { ArrowRight, Inbox } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { useApprovals, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ERRORS } from '../../shared/app-error.ts'
import { agentName } from '../store/agent-name.ts'
import { agentPath, pathText } from '../store/tree-rows.ts'
import styles from './approval-inbox.module.css'
import { ApprovalQuestion } from './approval-question.tsx'

/** Everything that waits for the user, over all agents: approval questions, then agents that stopped with an error. */
export function ApprovalInbox() {
  const { dialogs } = useStores()
  const pending = useApprovals((state) => state.pending)
  const agents = useTree((state) => state.agents)
  const questions = [...pending.values()].toSorted((a, b) => a.askedAt - b.askedAt)
  const failed = [...agents.values()].filter(({ activity }) => activity.type === 'failed')
  return (
    <Dialog
      title="Approval inbox"
      size="wide"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <div className={styles.inbox}>
        {questions.length + failed.length === 0 ? <NothingWaits /> : null}
        {questions.map((approval, index) => (
          <Question key={approval.id} approval={approval} isFirst={index === 0} />
        ))}
        {failed.map((agent) => (
          <FailedAgent key={agent.id} agent={agent} />
        ))}
      </div>
    </Dialog>
  )
}

function Question({ approval, isFirst }: { approval: PendingApproval; isFirst: boolean }) {
  return (
    <article className={styles.item} aria-label={`${approval.tool}: ${visibleText(approval.subject, 'shown')}`}>
      <ItemHead agentId={approval.agentId} tool={approval.tool} />
      <ApprovalQuestion approval={approval} takesFocus={isFirst} />
    </article>
  )
}

function FailedAgent({ agent }: { agent: AgentSummary }) {
  if (agent.activity.type !== 'failed') return null
  const { error } = agent.activity
  return (
    <article className={styles.item} aria-label={`${agentName(agent)} failed`}>
      <ItemHead agentId={agent.id} tool="failed" />
      <p className={styles.failure}>
        {ERRORS[error.category].title}: {error.message}
      </p>
    </article>
  )
}

/** The agent with its whole path, and a button that opens it. */
function ItemHead({ agentId, tool }: { agentId: AgentId; tool: string }) {
  const { dialogs, layout } = useStores()
  const path = useTree(({ agents }) => pathText(agentPath(agents, agentId)))
  return (
    <header className={styles.head}>
      <h3 className={styles.path}>{path}</h3>
      <span className={styles.tool}>{tool}</span>
      <Button
        tone="quiet"
        aria-label={`Go to agent: ${path}`}
        onClick={() => {
          layout.dispatch({ type: 'show', agentId })
          dialogs.setState({ dialog: { type: 'none' } })
        }}
      >
        Go to agent <ArrowRight aria-hidden />
      </Button>
    </header>
  )
}

function NothingWaits() {
  return (
    <div className={styles.nothing}>
      <Inbox aria-hidden />
      <p>Nothing needs your attention.</p>
      <p className={styles.hint}>
        When a tool needs permission to write, run or fetch something, its request appears here and in the agent’s pane.
      </p>
    </div>
  )
}
