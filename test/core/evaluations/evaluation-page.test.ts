import { expect, it } from 'vitest'

import { NO_COST } from '../../../src/shared/cost-sum.ts'
import type { EvaluationView } from '../../../src/shared/evaluation.ts'
import { evaluationPage } from '../../../src/main/core/evaluations/evaluation-page.ts'

/** Markup that would run a script or load something, in text and in attributes. */
const ATTACK = `</title></style></pre>--><script>alert(1)</script><img src=x onerror='alert("1")'>\u202Eevil&lt;`

function viewOf(text: string): EvaluationView {
  const model = {
    model: text,
    planned: 3,
    checked: 2,
    passed: 1,
    failed: 1,
    notJudged: 1,
    rate: 0.5,
    interval: { low: 0.01, high: 0.99 },
    wilson: null,
    cost: NO_COST,
    medianLatencyMs: 1_200,
  }
  const shown = { agentId: 'a', task: text, model: text, repeat: 1, latencyMs: null, cost: NO_COST }
  const checks = [{ check: 'judge', passed: false, note: text }] as const
  return {
    agentId: 'e',
    name: text,
    file: text,
    sha256: text,
    status: 'ended',
    planned: 3,
    checked: 2,
    failed: 1,
    notJudged: 1,
    baselines: [],
    models: [model],
    pairs: [{ a: text, b: text, better: 1, worse: 0, equal: 1, difference: 0.25, p: 1 }],
    cases: [
      { ...shown, state: 'not_passed', checks, message: null },
      { ...shown, state: 'failed', checks: [], message: text },
      { ...shown, state: 'not_judged', checks: [], message: text },
    ],
    cost: NO_COST,
  }
}

const pageOf = (text: string, answer: string) =>
  evaluationPage({ view: viewOf(text), answers: new Map([['a', answer]]), compared: viewOf(text).pairs })

/** The tags of a page with their attributes' names, and without their texts. */
const tagsOf = (page: string) =>
  [...page.matchAll(/<(\/?[a-z]\w*)((?:\s+[-\w]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, name = '', attributes = '']) =>
    [name, ...[...attributes.matchAll(/([-\w]+)(?:="[^"]*")?/g)].map((match) => match[1])].join(' '),
  )

it('has the same tags whatever the names, notes and answers are', () => {
  const page = pageOf(ATTACK, ATTACK)
  expect(tagsOf(page)).toEqual(tagsOf(pageOf('plain', 'plain')))
  expect(page.split('<').length).toBe(pageOf('plain', 'plain').split('<').length)
  expect(page).not.toContain('\u202E')
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
})

it('runs and loads nothing', () => {
  const page = pageOf('plain', 'plain')
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(page).not.toMatch(/<script|\shref=|\ssrc=|url\(|@import/)
})

it('shows the figures, the cases and the answers, and says when an answer is cut', () => {
  const page = pageOf('plain', `begin ${'x'.repeat(30_000)} end`)
  expect(page).toContain('2 of 3 cases checked, 1 failed')
  expect(page).toContain('<td>1.0 % to 99.0 %</td>')
  expect(page).toContain('<td>0/1</td>')
  expect(page).toContain('plain · 1: ✗ not passed')
  expect(page).toContain('plain · 1: ! failed')
  expect(page).toContain('begin xxx')
  expect(page).not.toContain(' end</pre>')
  expect(page).toContain('The answer is longer')
})
