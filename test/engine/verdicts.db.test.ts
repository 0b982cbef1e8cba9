import { expect, it } from 'vitest'

import type { AnswerSource } from '../../src/shared/answer-source.ts'
import { rankingText } from '../../src/shared/verdict.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests()

async function answered(model: string, letter: string): Promise<AnswerSource> {
  const pane = await Pane.create(shared.real.engine, `${model}/none`)
  await pane.type('Why is the sky blue?')
  const answer = pane.view.events.findLast(({ kind }) => kind === 'assistant')
  return { agent: pane.agentId, events: [answer?.id ?? 0], model, letter }
}

async function judges(reason: 'judge' | 'fork', answers: readonly AnswerSource[]): Promise<Pane> {
  const agentId = answers[0]?.agent ?? ''
  const [fork] = valueOf(await shared.real.engine.agents.fork({ agentId, models: [], reason, answers }))
  return Pane.open(shared.real.engine, fork?.id ?? '')
}

/** Lets an agent answer and returns the newest verdict in its log, once there are `count`. */
async function rankings(pane: Pane, text: string, count: number): Promise<readonly string[]> {
  shared.simulator.enqueue('anthropic', textAnswer(text))
  await pane.type('Which is better?')
  const verdicts = () => pane.view.events.flatMap(({ kind, data }) => (kind === 'verdict' ? [data.answers] : []))
  await expect.poll(() => verdicts().length, { timeout: 20_000 }).toBe(count)
  return verdicts().map(rankingText)
}

async function outcomes(): Promise<readonly string[]> {
  const found: string[] = []
  const query = `select concat(model, ' ', won) as line from outcomes where source = 'verdict' order by 1`
  for await (const page of shared.real.storage.sql.read(query)) found.push(...valueOf(page).rows.flat().map(String))
  return found
}

it('records what a judge ranks, also after a restart, and only that', async () => {
  shared.simulator.answerWith(() => textAnswer('Scattering.'))
  const answers = [await answered('claude-haiku-4-5', 'A'), await answered('claude-opus-4-6', 'B')]
  const judge = await judges('judge', answers)
  expect(await rankings(judge, 'A: brief.\nB: complete.\n\n**B > A**', 1)).toEqual([
    'claude-opus-4-6 > claude-haiku-4-5',
  ])
  expect(await outcomes()).toEqual(['claude-haiku-4-5 f', 'claude-opus-4-6 t'])

  await shared.real.reopen()
  const again = await Pane.open(shared.real.engine, judge.agentId)
  expect(await rankings(again, 'On reflection: A > B', 2)).toContain('claude-haiku-4-5 > claude-opus-4-6')
  expect(await outcomes()).toEqual(['claude-haiku-4-5 t', 'claude-opus-4-6 f'])

  const undecided = await judges('judge', answers)
  expect(await rankings(undecided, 'I cannot say.', 0)).toEqual([])
  const noJudge = await judges('fork', answers)
  expect(await rankings(noJudge, 'A > B', 0)).toEqual([])
  expect(await outcomes()).toHaveLength(2)
})

it.each([
  ['judge', 'Judge'],
  ['merge', 'Merged'],
] as const)('names a fork that is to %s the answers by what it does', async (reason, name) => {
  shared.simulator.answerWith(() => textAnswer('Scattering.'))
  const answers = [await answered('claude-haiku-4-5', 'A'), await answered('claude-opus-4-6', 'B')]
  const agentId = answers[0]?.agent ?? ''
  const prompt = 'Here are 2 answers to one prompt, by authors whom you don’t know.'
  const [fork] = valueOf(await shared.real.engine.agents.fork({ agentId, models: [], reason, answers, prompt }))
  expect(fork?.name).toBe(name)
})
