import { History } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { RerunData } from '../../shared/rerun.ts'
import { NoteLine } from '../parts/note-line.tsx'
import { texts } from '../text/texts.ts'
import { AgentLink } from './agent-link.tsx'

const words = texts.history.rerun

/** A step of a rerun that says more than that it goes on. */
export function RerunRule({ event: { data } }: { event: AgentEventOf<'rerun'> }) {
  if (data.step === 'repeated' || data.step === 'resumed') return null
  return (
    <NoteLine>
      <History aria-hidden /> <StepText data={data} />
    </NoteLine>
  )
}

function StepText({ data }: { data: Exclude<RerunData, { step: 'repeated' | 'resumed' }> }) {
  switch (data.step) {
    case 'begun':
      return (
        <>
          {words.begun} <AgentLink agentId={data.agent} />
        </>
      )
    case 'diverged':
      return words.diverged({ what: words.what[data.type] })
    case 'decided':
      return words.decided[data.choice]
    case 'ended':
      return data.message === undefined ? words.ended[data.reason] : `${words.ended[data.reason]} · ${data.message}`
  }
}
