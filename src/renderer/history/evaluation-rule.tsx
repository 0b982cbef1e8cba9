import { ListChecks } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { baselineText } from '../../shared/baseline.ts'
import type { EvaluationData } from '../../shared/evaluation.ts'
import { NoteLine } from '../parts/note-line.tsx'
import { texts } from '../text/texts.ts'
import { AgentLink } from './agent-link.tsx'

const words = texts.history.evaluation

/** A step of an evaluation; nothing for steps that only make agents. */
export function EvaluationRule({ event: { data } }: { event: AgentEventOf<'evaluation'> }) {
  const text = stepText(data)
  if (text === null) return null
  return (
    <NoteLine>
      <ListChecks aria-hidden /> {'agent' in data ? <AgentLink agentId={data.agent} /> : null} {text}
    </NoteLine>
  )
}

function stepText(data: EvaluationData): string | null {
  switch (data.step) {
    case 'begun':
      return words.begun(data)
    case 'run':
      return words.run({ tasks: data.tasks.length, repeat: data.repeat, models: data.models.join(', ') })
    case 'baseline': {
      const task = texts.baseline.ofTasks({ tasks: data.tasks.join(', '), command: data.command })
      return `${task}: ${baselineText(data, texts.baseline)}`
    }
    case 'answered':
      return data.go_on ? texts.baseline.wentOn : texts.baseline.stopped
    case 'failed':
      return (data.not_judged === true ? words.notJudged : words.failed)({ reason: data.message })
    case 'checked':
      return data.passed ? words.passed : words.notPassed
    case 'group':
    case 'case':
    case 'judge':
      return null
  }
}
