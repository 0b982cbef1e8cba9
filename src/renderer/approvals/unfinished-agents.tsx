import type { AgentSummary } from '../../shared/agent-summary.ts'
import { ERRORS } from '../../shared/app-error.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { agentName } from '../store/agent-name.ts'
import { withDismissed } from '../store/inbox-items.ts'
import styles from './approval-inbox.module.css'
import { ItemHead, Section } from './inbox-parts.tsx'

interface UnfinishedAgentsProps {
  readonly agents: readonly AgentSummary[]
}

/** Agents whose answer was cut off, for example because ikigai closed. */
export function InterruptedAgents({ agents }: UnfinishedAgentsProps) {
  const actions = useActions().agents
  const resume = (list: readonly AgentSummary[]) => list.forEach(({ id }) => void actions.resume(id))
  return (
    <Section
      title="Interrupted"
      items={agents}
      acts={<Button onClick={() => resume(agents)}>Resume all ({agents.length})</Button>}
    >
      {agents.map((agent) => (
        <article key={agent.id} className={styles.item} aria-label={`${agentName(agent)} was interrupted`}>
          <ItemHead agentId={agent.id} tool="interrupted" />
          <p className={styles.acts}>
            <Button onClick={() => resume([agent])}>Resume</Button>
            {agent.unfinished === undefined ? null : <Discard agent={agent} eventId={agent.unfinished.eventId} />}
          </p>
        </article>
      ))}
    </Section>
  )
}

function Discard({ agent, eventId }: { agent: AgentSummary; eventId: number }) {
  const { agents } = useActions()
  return (
    <Button tone="quiet" onClick={() => void agents.discard(agent.id, eventId)}>
      Discard
    </Button>
  )
}

/** Agents whose newest turn failed. A dismissed failure stays in its pane. */
export function FailedAgents({ agents }: UnfinishedAgentsProps) {
  const { dismissals } = useStores()
  const actions = useActions().agents
  const dismiss = (list: readonly AgentSummary[]) => dismissals.setState((state) => withDismissed(state, list))
  return (
    <Section
      title="Failed"
      items={agents}
      acts={
        <Button tone="quiet" onClick={() => dismiss(agents)}>
          Dismiss all ({agents.length})
        </Button>
      }
    >
      {agents.map((agent) => (
        <article key={agent.id} className={styles.item} aria-label={`${agentName(agent)} failed`}>
          <ItemHead agentId={agent.id} tool="failed" />
          <p className={styles.failure}>{failureText(agent)}</p>
          <p className={styles.acts}>
            <Button onClick={() => void actions.resume(agent.id)}>Try again</Button>
            {agent.unfinished === undefined ? null : (
              <Button tone="quiet" onClick={() => dismiss([agent])}>
                Dismiss
              </Button>
            )}
          </p>
        </article>
      ))}
    </Section>
  )
}

/** After a restart only the log contains the reason; the pane shows it. */
function failureText({ activity }: AgentSummary): string {
  if (activity.type !== 'failed') return 'The last turn failed. Its pane says why.'
  return `${ERRORS[activity.error.category].title}: ${activity.error.message}`
}
