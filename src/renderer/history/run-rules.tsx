import { Flag, History, ListChecks } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { baselineText } from '../../shared/baseline.ts'
import type { EvaluationData } from '../../shared/evaluation.ts'
import { type RaceData, runText } from '../../shared/race.ts'
import type { RerunData } from '../../shared/rerun.ts'
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

const rerunWords = texts.history.rerun

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
          {rerunWords.begun} <AgentLink agentId={data.agent} />
        </>
      )
    case 'diverged':
      return rerunWords.diverged({ what: rerunWords.what[data.type] })
    case 'decided':
      return rerunWords.decided[data.choice]
    case 'ended':
      return data.message === undefined
        ? rerunWords.ended[data.reason]
        : `${rerunWords.ended[data.reason]} · ${data.message}`
  }
}

const evaluationWords = texts.history.evaluation

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
      return evaluationWords.begun(data)
    case 'run':
      return evaluationWords.run({ tasks: data.tasks.length, repeat: data.repeat, models: data.models.join(', ') })
    case 'baseline': {
      const task = texts.baseline.ofTasks({ tasks: data.tasks.join(', '), command: data.command })
      return `${task}: ${baselineText(data, texts.baseline)}`
    }
    case 'answered':
      return data.go_on ? texts.baseline.wentOn : texts.baseline.stopped
    case 'failed':
      return (data.not_judged === true ? evaluationWords.notJudged : evaluationWords.failed)({ reason: data.message })
    case 'checked':
      return data.passed ? evaluationWords.passed : evaluationWords.notPassed
    case 'group':
    case 'case':
    case 'judge':
      return null
  }
}
