import type { AgentEvent } from '../../shared/agent-event.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AttemptView, RaceView } from '../../shared/race.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useAgent } from '../hooks/use-agent.ts'
import { useApprovals, useViews } from '../hooks/use-stores.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { SplitPanels } from '../parts/split-panels.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'
import { RaceChart } from './race-chart.tsx'
import styles from './race-details.module.css'
import { printedFailure, raceRuns } from './race-steps.ts'

const words = texts.raceBoard

const NO_EVENTS: readonly AgentEvent[] = []

interface RaceDetailsProps {
  readonly race: RaceView
  /** The attempt whose failures are shown; null: there is none. */
  readonly shown: AgentId | null
}

/** Below the attempts: how their tests went over time, what they ask, and which tests of the chosen one still fail. */
export function RaceDetails({ race, shown }: RaceDetailsProps) {
  const { agentId, attempts } = race
  const events = useViews(({ views }) => views.get(agentId)?.events) ?? NO_EVENTS
  const runs = raceRuns(events)
  const asked = useQuestions(attempts)
  const attempt = attempts.find((each) => each.agentId === shown)
  const failure = attempt === undefined ? null : printedFailure(events, attempt.agentId)
  const parts = [
    ...(runs.size === 0 ? [] : [{ id: 'chart', content: <ChartPart race={race} runs={runs} /> }]),
    ...(asked.length === 0 && (failure === null || attempt === undefined)
      ? []
      : [
          {
            id: 'open',
            content: (
              <div className={styles.part}>
                {asked.map((each) => (
                  <Question key={each.approval.id} {...each} />
                ))}
                {failure === null || attempt === undefined ? null : <Failing attempt={attempt} lines={failure} />}
              </div>
            ),
          },
        ]),
  ]
  if (parts.length === 0) return null
  return (
    <div className={styles.details}>
      <SplitPanels
        orientation="horizontal"
        minSize="18rem"
        label={words.resizeDetails}
        items={parts}
        kept={undefined}
        onResize={() => undefined}
      />
    </div>
  )
}

interface AskedQuestion {
  readonly attempt: AttemptView
  readonly approval: PendingApproval
}

/** What attempts ask the user, in the order of the attempts. */
function useQuestions(attempts: readonly AttemptView[]): readonly AskedQuestion[] {
  const pending = useApprovals((state) => state.pending)
  return attempts.flatMap((attempt) =>
    [...pending.values()]
      .filter(({ agentId }) => agentId === attempt.agentId)
      .map((approval) => ({ attempt, approval })),
  )
}

function Question({ attempt, approval }: AskedQuestion) {
  return (
    <>
      <h3>
        <StateShape state="needs_you" /> {words.needsYou({ attempt: attempt.name })}
      </h3>
      <div className={styles.question}>
        <ApprovalQuestion approval={approval} />
      </div>
    </>
  )
}

function ChartPart({ race, runs }: { readonly race: RaceView; readonly runs: ReturnType<typeof raceRuns> }) {
  return (
    <section className={styles.part} aria-label={words.chart.label}>
      <h3>{words.chart.label}</h3>
      <RaceChart race={race} runs={runs} />
    </section>
  )
}

function Failing({ attempt, lines }: { readonly attempt: AttemptView; readonly lines: readonly string[] }) {
  const choice = useAgent(attempt.agentId)?.choice ?? null
  const failed = attempt.test?.counts?.failed ?? 0
  const label = words.failing({ attempt: attempt.name })
  return (
    <section aria-label={label}>
      <h3>
        {choice === null ? null : <ProviderLeaf of={choice.provider} />} {attempt.name}
        <span className={styles.still}>
          {failed === 0 ? words.testsFailing : words.stillFailing({ tests: failed })}
        </span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={styles.failing} tabIndex={0} aria-label={label}>
        {lines.map((line) => visibleText(line)).join('\n')}
      </pre>
    </section>
  )
}
