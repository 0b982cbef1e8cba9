import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { KeepWarmScope, KeepWarmState } from '../../shared/keep-warm.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree, useViews } from '../hooks/use-stores.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { formatDollars } from '../parts/money-text.ts'
import { clockTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './gauge-details.module.css'

const words = texts.contextGauge.keepWarm

/**
 * Switches for keeping the agent's beginning in the provider's cache, with the price. Empty until the state is known.
 */
export function KeepWarmChoice({ agentId }: { agentId: AgentId }) {
  const { state, problem, change } = useKeepWarm(agentId)
  const hasChildren = useTree(({ agents }) => [...agents.values()].some(({ parentId }) => parentId === agentId))
  if (state === null) return problem === null ? null : <p className={styles.note}>{problem}</p>
  const { order, refusal, usdPerHour } = state
  const disabled = refusal !== null && order === null
  return (
    <>
      <div className={styles.choices}>
        <Checkbox
          label={usdPerHour.agent === null ? words.agent : words.agentFor({ price: formatDollars(usdPerHour.agent) })}
          checked={order !== null}
          disabled={disabled}
          onChange={(on) => change(on ? 'agent' : null)}
        />
        {hasChildren ? (
          <Checkbox
            label={
              usdPerHour.subtree === null
                ? words.subtree
                : words.subtreeFor({ price: formatDollars(usdPerHour.subtree) })
            }
            checked={order?.scope === 'subtree'}
            disabled={disabled}
            onChange={(on) => change(on ? 'subtree' : 'agent')}
          />
        ) : null}
      </div>
      <Note agentId={agentId} state={state} problem={problem} />
    </>
  )
}

function useKeepWarm(agentId: AgentId) {
  const { keepWarm } = useActions()
  const [state, setState] = useState<KeepWarmState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // Each request that keeps the cache warm is recorded, and may have been the last one.
  const lastEventId = useViews(({ views }) => views.get(agentId)?.lastEventId ?? 0)
  useEffect(() => {
    let isCurrent = true
    void keepWarm.load(agentId).then((loaded) => {
      if (!isCurrent) return
      if (loaded.ok) setState(loaded.value)
      setProblem(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [keepWarm, agentId, lastEventId])
  async function change(scope: KeepWarmScope | null): Promise<void> {
    const changed = await keepWarm.set(agentId, scope)
    if (changed.ok) setState(changed.value)
    setProblem(changed.ok ? null : changed.error.message)
  }
  return { state, problem, change: (scope: KeepWarmScope | null) => void change(scope) }
}

interface NoteProps {
  readonly agentId: AgentId
  readonly state: KeepWarmState
  readonly problem: string | null
}

function Note({ agentId, state: { order, ended, refusal }, problem }: NoteProps) {
  const owner = useAgentName(order?.agentId ?? agentId)
  const note = problem ?? (order === null ? refusal : untilText(order, agentId, owner)) ?? ended
  return note === null ? null : <p className={styles.note}>{note}</p>
}

/** `owner`: the name of the agent that the order was given for. */
function untilText(order: NonNullable<KeepWarmState['order']>, agentId: AgentId, owner: string): string {
  const time = clockTime(order.until)
  return order.agentId === agentId ? words.until({ time }) : words.untilBy({ time, agent: owner })
}
