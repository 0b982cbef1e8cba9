import type { CaseView, EvaluationView, ModelResult, PairResult } from '../../../shared/evaluation.ts'
import {
  bestFirst,
  intervalText,
  MODEL_COLUMNS,
  modelCells,
  OTHER_RUN,
  PAIR_COLUMNS,
  pairCells,
  runCells,
} from '../../../shared/evaluation-figures.ts'
import { html, Html } from '../../../shared/html.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { costText } from '../../../shared/money.ts'

export interface PageContent {
  readonly view: EvaluationView
  /** By the agents of cases; missing: there is none. */
  readonly answers: ReadonlyMap<AgentId, string>
  /** The models against those of another run; null: none is compared. */
  readonly compared: readonly PairResult[] | null
}

/** Longest part of an answer that is shown, characters. */
const MAX_ANSWER = 20_000

/**
 * Returns an evaluation as one HTML file that needs nothing else and runs nothing: its policy forbids scripts and
 * requests, and all texts of models and files are escaped.
 */
export function evaluationPage({ view, answers, compared }: PageContent): string {
  const { name, file, pairs, checked, planned, failed, notJudged, cost } = view
  const facts = `${checked} of ${planned} cases checked, ${failed} failed, ${notJudged} not judged, ${costText(cost)}. File: ${file}`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Evaluation: ${name}</title>
        <style>
          ${PAGE_STYLE}
        </style>
      </head>
      <body>
        <h1 dir="auto">${name}</h1>
        <p>${facts}</p>
        <h2>Models</h2>
        ${table(
          [...MODEL_COLUMNS, 'From 0 to 100 %'],
          bestFirst(view).map((each) => row(modelCells(each), bar(each))),
        )}
        <p class="note">
          All intervals together contain the true rates with a probability of at least 95 %. They speak about these
          tasks.
        </p>
        ${
          pairs.length === 0
            ? ''
            : html`<h2>Models with each other</h2>
                ${table(
                  PAIR_COLUMNS,
                  pairs.map((each) => row(pairCells(each))),
                )}`
        }
        ${
          compared === null
            ? ''
            : html`<h2>${OTHER_RUN}</h2>
                ${table(
                  PAIR_COLUMNS.with(0, 'Model'),
                  compared.map((each) => row(runCells(each))),
                )}`
        }
        <h2>Tasks</h2>
        ${taskTable(view)}
        ${[...Map.groupBy(view.cases, ({ task }) => task)].map(([task, cases]) => taskSection(task, cases, answers))}
      </body>
    </html> `
  return page.markup
}

function table(columns: readonly string[], rows: readonly Html[]): Html {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`)
  return html`<div class="scroller">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div> `
}

function row([name = '', ...cells]: readonly string[], last: Html | null = null): Html {
  const figures = cells.map((cell) => html`<td>${cell}</td>`)
  return html`<tr>
    <th scope="row">${name}</th>
    ${figures}${last === null ? '' : html`<td>${last}</td>`}
  </tr>`
}

/** The interval as a bar and the rate as a line in it. */
function bar({ rate, interval }: ModelResult): Html {
  if (rate === null || interval === null) return html``
  const [low, width] = [interval.low * 100, (interval.high - interval.low) * 100]
  return html`<svg viewBox="0 0 100 8" role="img" aria-label="${intervalText(interval)}">
    <rect class="whole" width="100" height="8" />
    <rect class="interval" x="${low}" width="${width}" height="8" />
    <rect class="rate" x="${rate * 99}" width="1" height="8" />
  </svg>`
}

const STATES = {
  passed: '✓ passed',
  not_passed: '✗ not passed',
  failed: '! failed',
  not_judged: '– not judged',
  open: '○ open',
} as const

/** How often each model passed each task. */
function taskTable({ cases, models }: EvaluationView): Html {
  const names = models.map(({ model }) => model)
  const rows = [...Map.groupBy(cases, ({ task }) => task)].map(([task, own]) => {
    const cells = names.map((name) => {
      const checked = own.filter(({ model, state }) => model === name && (state === 'passed' || state === 'not_passed'))
      return `${checked.filter(({ state }) => state === 'passed').length}/${checked.length}`
    })
    return row([task, ...cells])
  })
  return table(['Task', ...names], rows)
}

function taskSection(task: string, cases: readonly CaseView[], answers: PageContent['answers']): Html {
  return html`<section>
    <h3 dir="auto">${task}</h3>
    ${cases.map((each) => caseDetails(each, answers.get(each.agentId) ?? null))}
  </section> `
}

function caseDetails({ model, repeat, state, checks, message }: CaseView, answer: string | null): Html {
  const results = checks.map(
    ({ check, passed, note = '' }) => html`<li dir="auto">${`${passed ? '✓' : '✗'} ${check}`} ${note}</li>`,
  )
  return html`<details>
    <summary>${model} · ${repeat}: ${STATES[state]}</summary>
    <ul>
      ${results}
    </ul>
    ${message === null ? '' : html`<p dir="auto">${message}</p>`}
    ${answer === null ? '' : html`<pre dir="auto">${answer.slice(0, MAX_ANSWER).toWellFormed()}</pre>`}
    ${answer === null || answer.length <= MAX_ANSWER ? '' : html`<p class="note">The answer is longer; its agent has all of it.</p>`}
  </details> `
}

/** The style sheet of the page of an evaluation, light and dark as the browser is. */
const PAGE_STYLE = new Html(`
:root { color-scheme: light dark; --ink: #1d1b18; --muted: #5f5a52; --line: #d9d4ca; --paper: #fbfaf7; --accent: #2f5f8f; --soft: #c9d8e6 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8e1; --muted: #a9a39a; --line: #3c3934; --paper: #191816; --accent: #8db8e0; --soft: #34475a }
}
* { box-sizing: border-box }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem }
p { margin: 0.25rem 0 }
.note { color: var(--muted); font-size: 0.875rem }
.scroller { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: end; white-space: nowrap; font-weight: 400 }
th:first-child { text-align: start; overflow-wrap: normal }
thead th { color: var(--muted); font-size: 0.875rem }
svg { display: block; width: 10rem; height: 0.75rem }
.whole { fill: var(--line) } .interval { fill: var(--soft) } .rate { fill: var(--accent) }
details { border-bottom: 1px solid var(--line) }
summary { padding: 0.25rem 0; cursor: pointer }
ul { margin: 0.25rem 0; padding-inline-start: 1.25rem; list-style: none }
pre { max-height: 30rem; margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; overflow: auto; white-space: pre-wrap; font: 0.875rem/1.5 ui-monospace, monospace }
@media print { details::details-content { content-visibility: visible } pre { max-height: none } }
`)
