import { useEffect } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { ActivityDot, activityLabel } from '../parts/activity-dot.tsx'
import { formatCost } from '../parts/money-text.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import { lastLines } from './overview-lines.ts'
import styles from './overview.module.css'

/** An agent with its state, its cost, its model and the last lines of what it says. */
export function AgentCard({ agent, onChoose }: { agent: AgentSummary; onChoose(): void }) {
  const { views } = useStores()
  const view = useViews((state) => state.views.get(agent.id))
  useEffect(() => views.follow(agent.id), [views, agent.id])
  return (
    <li>
      <button type="button" className={styles.card} onClick={onChoose}>
        <span className={styles.head}>
          <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
          <span className={styles.name} dir="auto">
            {agentName(agent)}
          </span>
          {isUsed(agent) ? <span className={styles.cost}>{formatCost(agent.cost)}</span> : null}
        </span>
        <span className={styles.model}>
          {activityLabel(agent.activity, agent.status === 'killed')} · {agentModel(agent) ?? texts.pane.noModel}
        </span>
        <span className={styles.lines}>
          {lastLines(view).map((line, index) => (
            <span key={index} className={styles.line} dir="auto">
              {line}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
