import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { switchableAgents } from '../palette/switch-order.ts'
import { lastActive } from '../palette/palette-query.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { useNow } from '../parts/use-now.ts'
import { agentName } from '../store/agent-name.ts'
import { dayName } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './first-start.module.css'

const words = texts.start.noPane

/** As many as are found at a glance. */
const MOST = 5

/** Often enough for names of days. */
const EVERY_MS = 60_000

/** The agents that were used last, each as a button that opens it; nothing while there are none. */
export function RecentWork() {
  const agents = useTree((state) => state.agents)
  const shown = switchableAgents(agents, '', { recent: [], focused: null }).others.slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <section className={styles.recent} aria-labelledby="recent-work">
      <h2 id="recent-work" className={styles.recentTitle}>
        {words.recent}
      </h2>
      <ul className={styles.recentList}>
        {shown.map((agent) => (
          <RecentAgent key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  )
}

function RecentAgent({ agent }: { readonly agent: AgentSummary }) {
  const { layout } = useStores()
  const now = useNow(EVERY_MS)
  return (
    <li>
      <button
        type="button"
        className={styles.recentAgent}
        onClick={() => layout.dispatch({ type: 'show', agentId: agent.id })}
      >
        <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
        <span className={styles.recentName} dir="auto">
          {agentName(agent)}
        </span>
        <span className={styles.recentDay}>{dayName(lastActive(agent), now)}</span>
        {agent.choice === null ? null : <ProviderLeaf of={agent.choice.provider} />}
      </button>
    </li>
  )
}
