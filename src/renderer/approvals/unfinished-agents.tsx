import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { LimitReturn } from '../hooks/limit-return.tsx'
import { Button } from '../parts/button.tsx'
import { agentName } from '../store/agent-name.ts'
import { withDismissed } from '../store/inbox-items.ts'
import { cardTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'
import { ItemHead, Section } from './inbox-parts.tsx'

const words = texts.inbox

interface UnfinishedAgentsProps {
  readonly agents: readonly AgentSummary[]
}

/** Agents whose answer was cut off, for example because ikigai closed. */
export function InterruptedAgents({ agents }: UnfinishedAgentsProps) {
  const actions = useActions().agents
  const resume = (list: readonly AgentSummary[]) => list.forEach(({ id }) => void actions.resume(id))
  return (
    <Section
      title={words.interrupted.title}
      items={agents}
      acts={<Button onClick={() => resume(agents)}>{words.interrupted.resumeAll({ agents: agents.length })}</Button>}
    >
      {agents.map((agent) => (
        <article
          key={agent.id}
          className={styles.item}
          aria-label={words.interrupted.agent({ agent: agentName(agent) })}
        >
          <ItemHead agentId={agent.id} tool={words.interrupted.state} />
          <p className={styles.acts}>
            <Button onClick={() => resume([agent])}>{texts.history.interrupted.resume}</Button>
            {agent.unfinished === undefined ? null : <Discard agent={agent} eventId={agent.unfinished.eventId} />}
          </p>
        </article>
      ))}
    </Section>
  )
}

function Discard({ agent, eventId }: { agent: AgentSummary; eventId: EventId }) {
  const { agents } = useActions()
  return (
    <Button tone="quiet" onClick={() => void agents.discard(agent.id, eventId)}>
      {texts.history.interrupted.discard}
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
      title={words.failed.title}
      items={agents}
      acts={
        <Button tone="quiet" onClick={() => dismiss(agents)}>
          {words.failed.dismissAll({ agents: agents.length })}
        </Button>
      }
    >
      {agents.map((agent) => (
        <article key={agent.id} className={styles.item} aria-label={words.failed.agent({ agent: agentName(agent) })}>
          <ItemHead agentId={agent.id} tool={words.failed.state} />
          <p className={styles.failure}>{failureText(agent)}</p>
          {mayWait(agent) ? <LimitReturn agentId={agent.id} /> : null}
          <p className={styles.acts}>
            <Button onClick={() => void actions.resume(agent.id)}>{texts.message.retry}</Button>
            {agent.unfinished === undefined ? null : (
              <Button tone="quiet" onClick={() => dismiss([agent])}>
                {words.failed.dismiss}
              </Button>
            )}
          </p>
        </article>
      ))}
    </Section>
  )
}

/** After a restart the category is not known here; where there is no limit, nothing is shown. */
function mayWait({ activity }: AgentSummary): boolean {
  return activity.type !== 'failed' || activity.error.category === 'RATE_LIMIT'
}

/** After a restart only the log contains the reason; the pane shows it. */
function failureText({ activity }: AgentSummary): string {
  if (activity.type !== 'failed') return words.failed.notKnown
  const { error } = activity
  return words.failed.reason({ error: cardTitle(error), message: error.message })
}
