import { Flag } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { baselineText } from '../../shared/baseline.ts'
import { type RaceData, runText } from '../../shared/race.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { NoteLine } from '../parts/note-line.tsx'
import { texts } from '../text/texts.ts'
import { AgentLink } from './agent-link.tsx'

const words = texts.history.race
const { attempts } = texts.raceBoard

/** A step of a race; of a test run also what the command printed. */
export function RaceRule({ event }: { event: AgentEventOf<'race'> }) {
  const { data, content } = event
  if (data.step === 'resumed') return null
  return (
    <>
      <NoteLine>
        <Flag aria-hidden /> <RaceStepText data={data} />
      </NoteLine>
      {(data.step === 'tested' || data.step === 'baseline') && content !== null && content !== '' ? (
        <Disclosure summary={words.output}>
          <pre>{content}</pre>
        </Disclosure>
      ) : null}
    </>
  )
}

function RaceStepText({ data }: { data: Exclude<RaceData, { step: 'resumed' }> }) {
  switch (data.step) {
    case 'begun':
      return words.begun({ attempts: data.attempts.length, test: data.plan.test })
    case 'baseline':
      return baselineText(data, texts.baseline)
    case 'answered':
      return data.go_on ? texts.baseline.wentOn : texts.baseline.stopped
    case 'ended':
      return data.winner === null ? (
        words.nonePassed
      ) : (
        <>
          {words.winner} <AgentLink agentId={data.winner} />
        </>
      )
    default:
      return (
        <>
          <AgentLink agentId={data.agent} /> {agentStep(data)}
        </>
      )
  }
}

function agentStep(data: Extract<RaceData, { step: 'started' | 'tested' | 'limited' | 'left' | 'adopted' }>): string {
  switch (data.step) {
    case 'started':
      return words.started
    case 'tested': {
      const run = data.timed_out === undefined ? runText(data, attempts) : attempts.timedOut
      return words.tested({ run, figures: texts.changes.figures(data.changes) })
    }
    case 'limited':
      return words.limited({ reason: attempts.left[data.reason] })
    case 'left':
      return words.ended({ reason: data.message ?? attempts.left[data.reason] })
    case 'adopted':
      return words.adopted
  }
}
