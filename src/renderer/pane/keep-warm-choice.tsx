import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { KeepWarmScope, KeepWarmState } from '../../shared/keep-warm.ts'
import { dollars } from '../../shared/money.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree, useViews } from '../hooks/use-stores.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { clockTime } from './cache-clock.ts'
import styles from './gauge-details.module.css'

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
          label={`Keep warm${perHour(usdPerHour.agent)}`}
          checked={order !== null}
          disabled={disabled}
          onChange={(on) => change(on ? 'agent' : null)}
        />
        {hasChildren ? (
          <Checkbox
            label={`With descendants${perHour(usdPerHour.subtree)}`}
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
  const whose = order === null || order.agentId === agentId ? '' : `, by “${owner}” and its descendants`
  const until = order === null ? null : `Until ${clockTime.format(order.until)} or the budget is used up${whose}.`
  const note = problem ?? (order === null ? refusal : until) ?? ended
  return note === null ? null : <p className={styles.note}>{note}</p>
}

/** `: ≈ $0.02 per hour`; empty if the price is not known. */
function perHour(usd: number | null): string {
  return usd === null ? '' : `: ≈ ${dollars(usd)} per hour`
}
