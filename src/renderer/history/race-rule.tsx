import { Flag } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { figuresText } from '../../shared/change-figures.ts'
import { counted } from '../../shared/counted.ts'
import { leftText, type RaceData, runText } from '../../shared/race.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { Rule } from '../parts/rule.tsx'
import { AgentLink } from './agent-link.tsx'

/** A step of a race; of a test run also what the command printed. */
export function RaceRule({ event }: { event: AgentEventOf<'race'> }) {
  const { data, content } = event
  if (data.step === 'resumed') return null
  return (
    <>
      <Rule>
        <Flag aria-hidden /> <RaceStepText data={data} />
      </Rule>
      {data.step === 'tested' && content !== null && content !== '' ? (
        <Disclosure summary="Output of the test command">
          <pre>{content}</pre>
        </Disclosure>
      ) : null}
    </>
  )
}

function RaceStepText({ data }: { data: Exclude<RaceData, { step: 'resumed' }> }) {
  switch (data.step) {
    case 'begun':
      return `race of ${counted(data.attempts.length, 'attempt')} · ${data.plan.test}`
    case 'ended':
      return data.winner === null ? (
        'race ended · none passed'
      ) : (
        <>
          race ended · winner <AgentLink agentId={data.winner} />
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

function agentStep(data: Extract<RaceData, { step: 'started' | 'tested' | 'left' | 'adopted' }>): string {
  switch (data.step) {
    case 'started':
      return 'started'
    case 'tested':
      return `tested · ${runText(data)} · ${figuresText(data.changes)}`
    case 'left':
      return `ended · ${data.message ?? leftText(data.reason)}`
    case 'adopted':
      return 'adopted'
  }
}
