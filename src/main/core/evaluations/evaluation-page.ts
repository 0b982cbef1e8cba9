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
import { type Html, html } from '../../../shared/html.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { costText } from '../../../shared/money.ts'
import { PAGE_STYLE } from './page-style.ts'

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
