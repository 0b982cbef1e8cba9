import { expect, it } from 'vitest'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { fastClock } from '../support/run-single-turn.ts'
import { showTool } from '../support/show-tool.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/** An answer that ended anywhere leaves a context that the provider accepts: see for example
 * https://github.com/obot-platform/obot/issues/3924 and https://github.com/continuedev/continue/issues/8933 */

const MODELS = [
  ['Messages', 'claude-sonnet-4-5/high'],
  ['Responses', 'gpt-5.5/med'],
  ['Gemini', 'gemini-3.8-flash/med'],
  ['Mistral', 'mistral-medium-latest/high'],
  ['Moonshot', 'kimi-k3.1-pro/med'],
  ['OpenRouter', 'openrouter/anthropic/claude-sonnet-4.5/med'],
  ['xAI', 'grok-4.7/med'],
  ['Meta', 'muse-spark-1.3/med'],
  ['a local server', 'local/qwen3:8b/none'],
] as const

const ANSWER: ScriptedAnswer = {
  type: 'script',
  blocks: [
    { type: 'thinking', text: 'Let me think about it.' },
    { type: 'thinking', text: 'And once more.' },
    { type: 'text', text: 'I look at both.' },
    { type: 'tool_call', name: 'show', arguments: { path: 'a' } },
    { type: 'tool_call', name: 'show', arguments: { path: 'b' } },
  ],
  chunkSize: 400,
}
/** No fewer than the longest of these answers has. */
const EVENTS = 24

const shared = engineForTests(
  { answerWith: () => textAnswer('Yes.') },
  { clock: fastClock, tools: [showTool([])], allowed: ['show'] },
)

/** Returns the answer to another prompt, and the rules that requests have broken since `from`. */
async function answerAfter(pane: Pane, from: number): Promise<readonly [string | null, ...string[]]> {
  await pane.type('Are you there?')
  pane.close()
  const refusals = shared.simulator.requests.slice(from).flatMap(({ rejectedBy }) => rejectedBy ?? [])
  return [pane.last('assistant')?.content ?? null, ...refusals]
}

it.each(MODELS)('%s accepts the next prompt wherever the answer was stopped', async (_, model) => {
  for (let events = 0; events <= EVENTS; events += 1) {
    const from = shared.simulator.requests.length
    const pane = await Pane.create(shared.real.engine, model)
    const isMine = ({ index }: { readonly index: number }): boolean => index === from
    shared.simulator.answerWith((request) =>
      isMine(request) ? { ...ANSWER, holdAfterEvents: events } : textAnswer('Yes.'),
    )
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Look at both' }))
    await shared.simulator.streamHeld(isMine)
    valueOf(await shared.real.engine.agents.cancel({ agentId: pane.agentId }))
    await pane.until(({ view }) => view.turn === null)
    expect([events, ...(await answerAfter(pane, from))]).toEqual([events, 'Yes.'])
  }
})

it.each(MODELS)('%s accepts the next prompt wherever the answer broke', async (_, model) => {
  for (const events of [0, 1, 3, 5, 8, 12]) {
    const from = shared.simulator.requests.length
    const pane = await Pane.create(shared.real.engine, model)
    shared.simulator.answerWith(({ bodyText }) =>
      bodyText.includes('Are you there?')
        ? textAnswer('Yes.')
        : { ...ANSWER, faults: [{ type: 'socket_reset', afterEvents: events }] },
    )
    await pane.type('Look at both')
    expect([events, ...(await answerAfter(pane, from))]).toEqual([events, 'Yes.'])
  }
})
