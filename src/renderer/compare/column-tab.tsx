import { Tabs } from '@base-ui/react/tabs'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { agentName } from '../store/agent-name.ts'
import styles from './compare-view.module.css'

/** The tab of a column: its letter and the state of its agent. */
export function ColumnTab({ agentId, label }: { agentId: AgentId; label: string }) {
  const agent = useAgent(agentId)
  if (agent === undefined) return null
  return (
    <Tabs.Tab value={agentId} className={styles.tab} title={agentName(agent)}>
      {label} <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
    </Tabs.Tab>
  )
}
