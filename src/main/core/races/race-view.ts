import type { AgentSummary } from '../../../shared/agent-summary.ts'
import { addCosts, NO_COST } from '../../../shared/cost-sum.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AttemptPhase, AttemptView, RaceView } from '../../../shared/race.ts'
import { isOpen } from './next-steps.ts'
import { asksUser, type AttemptState, type RaceState } from './race-state.ts'
import type { AttemptCosts } from './race-winner.ts'

interface Surroundings {
  readonly raceId: AgentId
  readonly folder: string
  readonly commit: string | null
  readonly isRunning: boolean
  readonly costs: AttemptCosts
  readonly nameOf: (agentId: AgentId) => AgentSummary['name']
}

/** Returns a race as it is shown. */
export function raceView(
  state: RaceState,
  { raceId, folder, commit, isRunning, costs, nameOf }: Surroundings,
): RaceView {
  const { plan, baseline, activeMs, winner, adopted, hasEnded } = state
  const attempts = state.attempts.map((attempt): AttemptView => {
    const { agentId, tries, test, changes, changedTests, activeMs: ownMs, limit, timedOut } = attempt
    const cost = costs.get(agentId) ?? NO_COST
    const facts = { tries, test, changes, changedTests, cost, activeMs: ownMs, limit, timedOut }
    return {
      agentId,
      name: nameOf(agentId),
      ...facts,
      phase: phaseOf(attempt, state),
      left: leftOf(attempt, state),
    }
  })
  const cost = [...costs.values()].reduce(addCosts, NO_COST)
  const status = hasEnded ? 'ended' : isRunning ? 'running' : asksUser(state) ? 'asks' : 'stopped'
  const shown = { agentId: raceId, name: nameOf(raceId), plan, folder, commit, baseline, attempts, cost }
  return { ...shown, activeMs, status, winner, adopted }
}

function phaseOf(attempt: AttemptState, state: RaceState): AttemptPhase {
  if (attempt.passedAt !== null) return 'passed'
  if (!isOpen(attempt, state)) return 'out'
  if (attempt.phase === 'answered') return 'testing'
  return attempt.phase === 'tested' ? 'failed' : attempt.phase
}

function leftOf(attempt: AttemptState, state: RaceState): AttemptView['left'] {
  if (attempt.left !== null || attempt.passedAt !== null || isOpen(attempt, state)) return attempt.left
  return { reason: 'tests', message: null }
}
