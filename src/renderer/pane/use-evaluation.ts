import { useEffect, useState } from 'react'

import type { EvaluationView } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'

/** The results of an evaluation after its newest step; null: the agent is none, or they have not arrived. */
export function useEvaluation(agentId: AgentId): EvaluationView | null {
  const { evaluations } = useActions()
  const [view, setView] = useState<EvaluationView | null>(null)
  const step = useViews(
    ({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'evaluation')?.id ?? 0,
  )
  useEffect(() => {
    if (step === 0) return undefined
    let isCurrent = true
    void evaluations.view(agentId).then((read) => {
      if (isCurrent && read.ok) setView(read.value)
    })
    return () => {
      isCurrent = false
    }
  }, [evaluations, agentId, step])
  return step === 0 ? null : view
}
