import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { agentName } from '../store/agent-name.ts'
import { withRead } from '../store/unread-results.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'
import { ItemHead, Section } from './inbox-parts.tsx'

const words = texts.inbox.unread

/** Agents whose turn ended while they were not in view. */
export function UnreadAgents({ agents }: { agents: readonly AgentSummary[] }) {
  const { unread } = useStores()
  function read(list: readonly AgentSummary[]): void {
    const ids = list.map(({ id }) => id)
    unread.setState((state) => withRead(state, ids), true)
  }
  return (
    <Section
      title={words.title}
      items={agents}
      acts={
        <Button tone="quiet" onClick={() => read(agents)}>
          {words.markAll({ results: agents.length })}
        </Button>
      }
    >
      {agents.map((agent) => (
        <article key={agent.id} className={styles.item} aria-label={words.finished({ agent: agentName(agent) })}>
          <ItemHead agentId={agent.id} tool={words.state} />
          <p className={styles.acts}>
            <Button tone="quiet" onClick={() => read([agent])}>
              {words.mark}
            </Button>
          </p>
        </article>
      ))}
    </Section>
  )
}
