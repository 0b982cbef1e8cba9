import type { AttemptView, RaceView } from '../../shared/race.ts'
import { formatCost, formatDollars } from '../parts/money-text.ts'
import type { ShapedState } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'

const { attempts: words, states } = texts.raceBoard

/** What an attempt does or how it ended, in one word and a line below it. */
export interface AttemptWords {
  readonly shape: ShapedState
  readonly title: string
  /** Null: the word says it all. */
  readonly detail: string | null
}

/** `waits`: for an answer of the user. */
export function attemptState(attempt: AttemptView, race: RaceView, waits: boolean): AttemptWords {
  const { retries } = race.plan
  const { phase, tries, test, left, limit, timedOut } = attempt
  if (waits) return { shape: 'needs_you', title: states.needsYou, detail: states.waits }
  if (left !== null) return leftState(left, test?.passed === true, race)
  if (timedOut !== null) return { shape: 'tools', title: states.waiting, detail: words.timedOut }
  switch (phase) {
    case 'passed': {
      const detail = limit === null ? (tries > 1 ? states.onTry({ tries }) : null) : words.left[limit]
      return { shape: 'done', title: states.passed, detail }
    }
    case 'working': {
      if (tries === 0) return { shape: 'running', title: states.working, detail: null }
      return { shape: 'running', title: states.fixing, detail: states.ofTries({ tries: tries + 1, most: retries + 1 }) }
    }
    case 'testing':
      return { shape: 'tools', title: states.testing, detail: null }
    case 'failed':
      return { shape: 'running', title: states.testsFailed, detail: states.again }
    case 'waiting':
      return { shape: 'idle', title: states.waiting, detail: null }
    default:
      return { shape: 'failed', title: states.out, detail: null }
  }
}

function leftState({ reason }: NonNullable<AttemptView['left']>, hasPassed: boolean, race: RaceView): AttemptWords {
  const { cost, plan } = race
  switch (reason) {
    case 'decided':
      return hasPassed
        ? { shape: 'done', title: states.passed, detail: words.left.decided }
        : { shape: 'denied', title: states.ended, detail: words.left.decided }
    case 'person':
      return { shape: 'denied', title: states.stopped, detail: states.byYou }
    case 'tests':
      return { shape: 'failed', title: states.testsFailed, detail: null }
    case 'cost':
      return { shape: 'failed', title: states.budget, detail: budgetText(cost, plan.max_usd) }
    default:
      return { shape: 'failed', title: states.ended, detail: words.left[reason] }
  }
}

/** The budget is of all attempts together. Null: there is none. */
function budgetText(cost: RaceView['cost'], budget: number | null): string | null {
  return budget === null ? null : states.ofBudget({ spent: formatCost(cost), budget: formatDollars(budget) })
}
