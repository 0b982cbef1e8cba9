import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { LimitReturnProblem } from '../../shared/limit-return.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { momentText } from '../text/calendar-day.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { useActions } from './app-context.ts'
import { useLimitReturns, useViews } from './use-stores.ts'

const words = texts.history.limitReturn

function problemText(problem: LimitReturnProblem | null): string | null {
  if (problem === null) return null
  return problem.kind === 'ended' ? engineSentence(problem.text) : words[problem.kind]
}

/**
 * A switch with which an agent goes on by itself when the limit that stopped it resets, and when that is. Empty while that is not
 * known, and where the provider named no time.
 */
export function LimitReturn({ agentId }: { agentId: AgentId }) {
  const { limitReturn } = useActions()
  const state = useLimitReturns(({ byAgent }) => byAgent.get(agentId))
  const [failure, setFailure] = useState<string | null>(null)
  const lastEventId = useViews(({ views }) => views.get(agentId)?.lastEventId ?? 0)
  useEffect(() => void limitReturn.load(agentId), [limitReturn, agentId, lastEventId])
  if (state === undefined || state.resetsAt === null) return null
  const { isOn, resetsAt, times, most } = state
  async function change(on: boolean): Promise<void> {
    setFailure(await limitReturn.set(agentId, on))
  }
  return (
    <div>
      <Checkbox
        label={words.goOn({ time: momentText(new Date(resetsAt).toISOString()) })}
        checked={isOn}
        onChange={(on) => void change(on)}
      />
      {isOn && times > 0 ? <p>{words.soFar({ times, most })}</p> : null}
      <FailureNote failure={failure ?? (isOn ? problemText(state.problem) : null)} />
    </div>
  )
}
