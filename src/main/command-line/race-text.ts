import { changeFigures, figuresText } from '../../shared/change-figures.ts'
import { baselineText } from '../../shared/baseline.ts'
import { costText } from '../../shared/money.ts'
import { attemptText, type AttemptView, type RaceView, runText, spentText } from '../../shared/race.ts'
import { clockText } from './clock-text.ts'
import { type Column, textTable } from './text-table.ts'

/** One line about an attempt, for each of its changes. */
export function attemptLine(attempt: AttemptView): string {
  const { name, test, changes, changedTests, cost, left } = attempt
  const facts = [
    attemptText(attempt),
    ...(test === null ? [] : [`tests ${runText(test)}`]),
    ...(changes === null ? [] : [figuresText(changes)]),
    ...(changedTests.length === 0 ? [] : [`changed tests: ${changedTests.join(', ')}`]),
    costText(cost),
    ...(left?.message == null ? [] : [left.message]),
  ]
  return `${name}: ${facts.join(' · ')}`
}

const COLUMNS: readonly Column[] = [
  { heading: '', align: 'left' },
  { heading: 'Agent', align: 'left' },
  { heading: 'Name', align: 'left' },
  { heading: 'State', align: 'left' },
  { heading: 'Tests', align: 'right' },
  { heading: 'Changes', align: 'right' },
  { heading: 'Cost', align: 'right' },
  { heading: 'Time', align: 'right' },
  { heading: '', align: 'left' },
]

/** The race as a table, the winner marked by a star. */
export function raceTable({ attempts, winner }: RaceView): readonly string[] {
  const none = changeFigures([])
  const rows = attempts.map((attempt) => {
    const { agentId, name, test, changes, changedTests, cost, activeMs } = attempt
    const { added, removed, files } = changes ?? none
    return [
      agentId === winner ? '★' : '',
      agentId.slice(0, 8),
      name,
      attemptText(attempt),
      test === null ? '–' : runText(test),
      changes === null ? '–' : `+${added} −${removed} · ${files} f`,
      costText(cost),
      clockText(activeMs),
      changedTests.length === 0 ? '' : 'changed tests',
    ]
  })
  return textTable(COLUMNS, rows)
}

/** Who won and for how much; without a winner which attempt came nearest. */
export function resultLine(race: RaceView): string {
  const { attempts, winner, status, baseline, cost } = race
  const spent = spentText(race)
  if (status === 'asks') return 'No model was asked.'
  if (status !== 'ended') return `The race is not over. ${spent} used.`
  const won = attempts.find(({ agentId }) => agentId === winner)
  if (won !== undefined)
    return `${won.name} wins: ${won.test === null ? '' : `${runText(won.test)} for `}${costText(won.cost)}. ${spent} used.${alreadyPassed(baseline)}`
  if (baseline !== null && attempts.every(({ tries }) => tries === 0) && cost.usd === 0)
    return `${baselineText(baseline)} No model was asked.`
  const best = attempts
    .filter(({ test }) => test?.counts != null)
    .toSorted((a, b) => (b.test?.counts?.passed ?? 0) - (a.test?.counts?.passed ?? 0))[0]
  const nearest = best?.test == null ? '' : ` Best: ${best.name}, ${runText(best.test)}.`
  if (neededNoChange(race))
    return `No attempt changed anything, and nothing had to be changed. ${spent} used.${alreadyPassed(baseline)}`
  return `${noneText(attempts)}${nearest} ${spent} used.${alreadyPassed(baseline)}`
}

/** Whether the test passed before any change and still passes without one: there is nothing to win or to adopt. */
export function neededNoChange({ attempts, winner, baseline }: RaceView): boolean {
  const isIdle = attempts.some(({ left }) => left?.reason === 'unchanged')
  return winner === null && baseline?.outcome === 'passes' && isIdle
}

const alreadyPassed = (baseline: RaceView['baseline']): string =>
  baseline?.outcome === 'passes' ? ' The test passed before any change.' : ''

function noneText(attempts: readonly AttemptView[]): string {
  return attempts.some(({ left }) => left?.reason === 'unchanged')
    ? 'None passed with changes of its own.'
    : 'None passed.'
}
