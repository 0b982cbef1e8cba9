import { Scale } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ForkReason } from '../../shared/fork-reason.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useUnread } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { agentName } from '../store/agent-name.ts'
import { isUnread } from '../store/unread-results.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-chips.module.css'
import { usePaneStream } from './pane-stream-context.ts'
import type { EventGroup, SingleItem } from './stream-items.ts'
import { useIsWanted } from './use-shown-items.ts'

const words = texts.history.events

/** The others are shown on request. */
const MAX_CHIPS = 3

/** The agents that were forked at one place, in one row. */
export function ForkChips({ item }: { item: EventGroup }) {
  const [all, setAll] = useState(false)
  const isWanted = useIsWanted(item)
  const shown = all || isWanted ? item.items : item.items.slice(0, MAX_CHIPS)
  const more = item.items.length - shown.length
  return (
    <ul className={styles.row} aria-label={words.forksHere}>
      {shown.map((each) => (
        <ForkChip key={each.event.id} item={each} />
      ))}
      {more === 0 ? null : (
        <li>
          <button
            type="button"
            className={styles.chip}
            aria-label={words.moreForks({ forks: more })}
            onClick={() => setAll(true)}
          >
            +{more}
          </button>
        </li>
      )}
    </ul>
  )
}

function ForkChip({ item: { event } }: { item: SingleItem }) {
  const { layout } = useStores()
  const here = usePaneStream().agentId
  const child = event.kind === 'fork' ? event.data.child : null
  const agent = useAgent(child ?? '')
  if (child === null) return null
  const open = (agentId: AgentId) => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: here })
  return (
    <li data-event={event.id}>
      <button type="button" className={styles.chip} onClick={() => open(child)}>
        {agent === undefined ? null : <Sign agent={agent} />}
        <span className={styles.name} dir="auto">
          {agent === undefined ? child : agentName(agent)}
        </span>
        {agent === undefined ? null : <State agent={agent} />}
      </button>
    </li>
  )
}

/** What a fork is for, where that is not another conversation with its model. */
const SIGNS: Readonly<Partial<Record<ForkReason, ReactNode>>> = {
  judge: <Scale aria-hidden />,
  merge: <BranchSign of="merge" />,
}

function Sign({ agent: { choice, forkReason } }: { agent: AgentSummary }) {
  const sign = forkReason === undefined ? undefined : SIGNS[forkReason]
  return sign ?? <ProviderLeaf of={choice?.provider ?? ''} />
}

/** What the fork does now; nothing while it rests. */
function State({ agent }: { agent: AgentSummary }) {
  const isNew = useUnread((unread) => isUnread(unread, agent))
  if (agent.activity.type === 'idle' && !isNew) return null
  return (
    <ActivityDot
      activity={agent.activity}
      killed={agent.status === 'killed'}
      unread={isNew ? texts.tree.row.unreadResult : undefined}
    />
  )
}
