import { useEffect, useMemo, useState } from 'react'

import type { EvaluationView } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree, useViews } from '../hooks/use-stores.ts'

/**
 * The results of an evaluation, as they are now; null: the agent is none, or they have not arrived. While many cases end
 * one after the other, the results are asked for again only when those before have arrived.
 */
export function useEvaluation(agentId: AgentId): EvaluationView | null {
  const { evaluations } = useActions()
  const [view, setView] = useState<EvaluationView | null>(null)
  // The newest step (0: the agent is no evaluation), and whether it runs.
  const step = useViews(
    ({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'evaluation')?.id ?? 0,
  )
  const activity = useTree(({ agents }) => agents.get(agentId)?.activity.type)
  // One loader for each agent, because it knows whether the results are under way.
  const load = useMemo(
    () =>
      coalesced(async () => {
        const read = await evaluations.view(agentId)
        if (read.ok) setView(read.value)
      }),
    [evaluations, agentId],
  )
  useEffect(() => {
    if (step !== 0) load()
  }, [load, step, activity])
  return step === 0 || view?.agentId !== agentId ? null : view
}

/** Returns a function that carries out the task, and once more if it was called while the task was under way. */
function coalesced(task: () => Promise<void>): () => void {
  let isRunning = false
  let isOutdated = false
  async function run(): Promise<void> {
    isRunning = true
    do {
      isOutdated = false
      await task()
    } while (isOutdated)
    isRunning = false
  }
  return () => {
    if (isRunning) isOutdated = true
    else void run()
  }
}
