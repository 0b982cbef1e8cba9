import { jsonText } from '../../shared/json-text.ts'
import { costText } from '../../shared/money.ts'
import type { RerunView, RunFigures, DivergingCall, ShownDivergence } from '../../shared/rerun.ts'
import { clockText } from './clock-text.ts'
import { type Column, textTable } from './text-table.ts'

const COLUMNS: readonly Column[] = [
  { heading: '', align: 'left' },
  { heading: 'Agent', align: 'left' },
  { heading: 'Model', align: 'left' },
  { heading: 'Answers', align: 'right' },
  { heading: 'Calls', align: 'right' },
  { heading: 'Input', align: 'right' },
  { heading: 'Output', align: 'right' },
  { heading: 'Cost', align: 'right' },
  { heading: 'Time', align: 'right' },
]

/** Both runs as a table, and the first difference. */
export function rerunLines(view: RerunView): readonly string[] {
  const rows = [row('original', view.original), row('again', view.again)]
  const { divergence } = view
  return [
    ...textTable(COLUMNS, rows),
    '',
    ...(divergence === null ? ['No call differs.'] : divergenceLines(divergence)),
  ]
}

function row(name: string, run: RunFigures): readonly string[] {
  const { agentId, model, answers, calls, inputTokens, outputTokens, cost, answerMs } = run
  const counts = [answers, calls, inputTokens, outputTokens].map((count) => count.toLocaleString('en'))
  return [name, agentId.slice(0, 8), model ?? '–', ...counts, costText(cost), clockText(answerMs)]
}

const WHAT = {
  other_call: 'another call than the recorded one',
  extra_call: 'a call that was not recorded',
  missing_call: 'a recorded call was not made',
  no_result: 'a call whose recorded result is missing',
} as const

function divergenceLines({ type, eventId, recorded, made, choice }: ShownDivergence): readonly string[] {
  const decided = choice === null ? [] : [`  decided:  ${choice}`]
  return [
    `First difference at event ${eventId}: ${WHAT[type]}.`,
    `  recorded: ${callText(recorded)}`,
    `  now:      ${callText(made)}`,
    ...decided,
  ]
}

function callText(call: DivergingCall | null): string {
  return call === null ? 'no call' : `${call.name} ${jsonText(call.arguments)}`
}

/** How the rerun ended, in a sentence. */
export function endLine(view: RerunView): string {
  const resume = view.canResume ? ` \`ikigai rerun ${view.agentId.slice(0, 8)} --resume\` goes on.` : ''
  return endText(view) + resume
}

function endText({ status, message, differences }: RerunView): string {
  switch (status) {
    case 'completed':
      return differences === 0
        ? 'Every call was the recorded one.'
        : `Rerun to the end, with ${differences === 1 ? '1 difference' : `${differences} differences`}.`
    case 'difference':
      return 'Ended where the calls differ.'
    case 'failed':
      return `A turn failed. ${message ?? ''}`.trimEnd()
    case 'stopped':
      return 'Stopped.'
    case 'running':
      return 'The rerun is not over.'
  }
}
