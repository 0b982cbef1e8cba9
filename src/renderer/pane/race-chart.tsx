import { useTree } from '../hooks/use-stores.ts'
import type { AttemptView, RaceView } from '../../shared/race.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import { attemptState } from './attempt-state.ts'
import styles from './race-chart.module.css'
import type { RaceRun, RaceRuns } from './race-steps.ts'
import { type RaceScale, raceScale, HEIGHT, LEFT, RIGHT, stepsOf, TOP, WIDTH } from './race-scale.ts'

const words = texts.raceBoard.chart

interface RaceChartProps {
  readonly race: RaceView
  readonly runs: RaceRuns
}

/** How many tests each attempt passed over time, as steps; the numbers of the rows stand at the ends. */
export function RaceChart({ race, runs }: RaceChartProps) {
  const { attempts, winner, baseline } = race
  const agents = useTree((state) => state.agents)
  const before = baseline?.counts?.passed ?? 0
  const waits = attempts.map(({ agentId }) => agents.get(agentId)?.activity.type === 'needs_approval')
  const lines = attempts.map((attempt, index) =>
    shownRuns(race, attempt, runs.get(attempt.agentId) ?? [], waits[index] === true),
  )
  const all = lines.flat()
  if (all.length === 0) return null
  const scale = raceScale(all, before)
  const best = attempts.find(({ agentId }) => agentId === winner)
  const tests = scale.most
  const shapes = attempts.map((attempt, index) => attemptState(attempt, race, waits[index] === true).shape)
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={best === undefined ? words.label : words.labelWon({ attempt: best.name, tests })}
    >
      <path className={styles.all} d={`M${LEFT} ${TOP}H${RIGHT + 10}`} />
      <text x={LEFT + 2} y={TOP - 8}>
        {words.all({ tests })}
      </text>
      <Axes scale={scale} />
      {attempts.map((attempt, index) => {
        const points = (lines[index] ?? []).map(({ at, passed }) => [scale.x(at), scale.y(passed)] as const)
        return points.length === 0 ? null : (
          <g key={attempt.agentId} data-winner={attempt.agentId === winner} data-state={shapes[index]}>
            <path className={styles.line} d={stepsOf(points, scale.bottom)} />
          </g>
        )
      })}
      {/* After all lines, of which none may cross a number. */}
      {attempts.map((attempt, index) => {
        const last = lines[index]?.at(-1)
        if (last === undefined) return null
        const [x, y] = [scale.x(last.at), scale.y(last.passed)]
        return (
          <g key={attempt.agentId} data-winner={attempt.agentId === winner} data-state={shapes[index]}>
            <circle className={styles.end} cx={x} cy={y} r={8.5} />
            <text className={styles.number} x={x} y={y + 4} textAnchor="middle">
              {index + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The runs of an attempt; while it works, on to now. Without any it stays where the test was before. */
function shownRuns(
  { baseline, status, activeMs: raceMs }: RaceView,
  { phase, activeMs }: AttemptView,
  runs: readonly RaceRun[],
  waits: boolean,
): readonly RaceRun[] {
  const counts = baseline?.counts ?? null
  const last = runs.at(-1) ?? (counts === null ? undefined : { at: 0, passed: counts.passed, failed: counts.failed })
  if (last === undefined || activeMs === 0) return runs
  const works = status === 'running' && !waits && (phase === 'working' || phase === 'testing')
  const now = works ? raceMs : activeMs
  return runs.length > 0 && !works ? runs : [...runs, { ...last, at: Math.max(last.at, now) }]
}

function Axes({ scale: { times, counts, bottom, x, y } }: { readonly scale: RaceScale }) {
  return (
    <>
      {times.map((time) => (
        <text key={`t${time}`} x={x(time)} y={bottom + 20} textAnchor="middle">
          {words.minutes({ minutes: formatCount(Math.round(time / 6_000) / 10) })}
        </text>
      ))}
      {counts.map((count) => (
        <text key={`c${count}`} x={LEFT - 8} y={y(count) + 4} textAnchor="end">
          {count}
        </text>
      ))}
    </>
  )
}
