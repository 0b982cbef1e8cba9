import type { AgentId } from '../../shared/ids.ts'
import type { AttemptView } from '../../shared/race.ts'
import { formatDuration } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './race-chart.module.css'
import type { RaceRuns } from './race-steps.ts'

const words = texts.raceBoard.chart

const WIDTH = 500
const HEIGHT = 200
/** Room for the labels at the left, the top and the bottom. */
const [LEFT, TOP, BOTTOM, RIGHT] = [34, 24, 26, 24]
/** Of a quarter circle. */
const TURN = 9

interface RaceChartProps {
  readonly attempts: readonly AttemptView[]
  readonly runs: RaceRuns
  readonly winner: AgentId | null
}

/** How many tests each attempt passed over time, as steps; the numbers of the rows stand at the ends. */
export function RaceChart({ attempts, runs, winner }: RaceChartProps) {
  const all = [...runs.values()].flat()
  if (all.length === 0) return null
  const most = Math.max(...all.map(({ passed, failed }) => passed + failed))
  const span = Math.max(1, ...all.map(({ at }) => at))
  const x = (at: number) => LEFT + (at / span) * (WIDTH - LEFT - RIGHT)
  const y = (passed: number) => HEIGHT - BOTTOM - (passed / Math.max(1, most)) * (HEIGHT - BOTTOM - TOP)
  const best = attempts.find(({ agentId }) => agentId === winner)
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={best === undefined ? words.label : words.labelWon({ attempt: best.name, tests: most })}
    >
      <path className={styles.all} d={`M${LEFT} ${TOP}H${WIDTH - RIGHT}`} />
      <text x={LEFT} y={TOP - 9}>
        {words.all({ tests: most })}
      </text>
      <text x={LEFT} y={HEIGHT - 6}>
        {words.start}
      </text>
      <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">
        {formatDuration(span)}
      </text>
      {attempts.map(({ agentId }, index) => {
        const own = runs.get(agentId) ?? []
        const last = own.at(-1)
        if (last === undefined) return null
        const points = own.map(({ at, passed }) => [x(at), y(passed)] as const)
        return (
          <g key={agentId} data-winner={agentId === winner}>
            <path className={styles.line} d={stepsOf(points)} />
            <circle className={styles.end} cx={x(last.at)} cy={y(last.passed)} r={8.5} />
            <text className={styles.number} x={x(last.at)} y={y(last.passed) + 4} textAnchor="middle">
              {index + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A line along the bottom that rises to each point with a quarter circle. */
function stepsOf(points: readonly (readonly [x: number, y: number])[]): string {
  let path = `M${LEFT} ${HEIGHT - BOTTOM}`
  let [beforeX, beforeY] = [LEFT, HEIGHT - BOTTOM]
  for (const [x, y] of points) {
    const turn = Math.min(TURN, Math.abs(beforeY - y), x - beforeX)
    const side = y < beforeY ? -1 : 1
    path += turn <= 0 ? `L${x} ${y}` : `H${x - turn}Q${x} ${beforeY} ${x} ${beforeY + side * turn}V${y}`
    ;[beforeX, beforeY] = [x, y]
  }
  return path
}
