import { expect, it } from 'vitest'

import { ChatStream } from '../../../../src/main/adapters/providers/openai-compatible/chat-stream.ts'
import { type AnswerStart, likelyStart } from '../../../../src/main/adapters/providers/openai-compatible/think-tags.ts'
import { accumulateResponse } from '../../../../src/main/core/conversation/turn-accumulator.ts'
import type { ProviderEvent } from '../../../../src/main/core/ports/provider-ports.ts'
import { SessionUpdates } from '../../../../src/main/hosts/acp/session-updates.ts'
import { emptyAgentView, reduceAgentView } from '../../../../src/shared/agent-view.ts'
import { SettledStream } from '../../../../src/shared/settled-stream.ts'
import type { LiveEvent } from '../../../../src/shared/stream-event.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** Answers whose beginning is thinking that the model's chat template may have opened, on every output. */

/** What was believed to be plain is on stdout before its closing tag. */
const ON_STDOUT = ['thinking', 'unknown'] as const satisfies readonly AnswerStart[]
const STARTS = ['plain', 'thinking', 'unknown'] as const satisfies readonly AnswerStart[]

function streamed(start: AnswerStart, deltas: readonly object[]) {
  const learned: string[] = []
  const stream = new ChatStream('m', {
    newToolCallId: () => 'call_1',
    toError: () => ({ category: 'SERVER', message: 'failed', retryable: false }),
    sawDone: () => true,
    start,
    onLearned: (value) => learned.push(value),
  })
  const out: ProviderEvent[] = []
  for (const delta of deltas) stream.push({ id: 'r', choices: [{ index: 0, delta }] }, out)
  stream.push({ id: 'r', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }, out)
  stream.finish(out)
  return { out, learned }
}

const isLive = (event: ProviderEvent): event is Extract<ProviderEvent, LiveEvent> =>
  event.type !== 'block_data' && event.type !== 'citations'

const ROW = { id: 1, sessionId: 1, agentId: 'a', turnId: 't', createdAt: '2026-01-01T00:00:00.000Z' } as const

/** Text and thinking as each output has them when the answer ends. */
function shown(events: readonly ProviderEvent[]) {
  const choice = { provider: 'local', model: 'local/m', thinkingLevel: 'none' } as const
  const { content, data } = accumulateResponse(events, { choice, endpoint: 'e', cost: () => null })
  const begun = reduceAgentView(emptyAgentView('a'), {
    type: 'live',
    event: { type: 'turn_started', turnId: 't', model: 'm', startedAt: 0 },
  })
  const live = events.filter(isLive)
  const view = live.reduce((before, event) => reduceAgentView(before, { type: 'live', event }), begun)
  const blocks = view.turn?.blocks ?? []
  const inView = (type: 'text' | 'thinking') =>
    blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('')
  const settled = new SettledStream()
  const passed = live.flatMap((event) => settled.push(event))
  const editor = new SessionUpdates('/project')
  // An answer is recorded before the last event of its stream is published.
  const recorded = { ...ROW, kind: 'assistant', content, data } as const
  const updates = live.flatMap((event) => [
    ...(event.type === 'done' ? editor.recorded(recorded) : []),
    ...editor.live(event),
  ])
  const inEditor = updates.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
  )
  return {
    recorded: [content, data.thinking ?? ''],
    window: [inView('text'), inView('thinking')],
    stdout: passed.flatMap((event) => (event.type === 'text_delta' ? [event.text] : [])).join(''),
    editor: inEditor.join(''),
    retyped: live.filter(({ type }) => type === 'block_retyped').length,
  }
}

const answer = (...texts: readonly string[]) => texts.map((content) => ({ content }))

it.each([
  ['a text', answer('One ', 'two'), 'One two', ''],
  ['thinking that a template opened', answer('first ', 'this\n', '</think>\n\n', 'Yes'), 'Yes', 'first this'],
  ['thinking and nothing else', answer('first ', 'this\n</think>'), '', 'first this'],
  ['thinking between tags', answer('<think>', 'first', '</think>', 'Yes'), 'Yes', 'first'],
  ['a text whose end looks like a tag', answer('a <', 'b', '</'), 'a <b</', ''],
  ['a tag in a sentence', answer('The tag ', '</think> ', 'ends it'), 'The tag </think> ends it', ''],
  ['a tag in code', answer('`', '</think>', '` it is'), '`</think>` it is', ''],
  ['a tag of Mistral', answer('first\n', '[/THINK]', 'Yes'), 'Yes', 'first'],
  ['a tag at once', answer('</think>', '\n\nYes'), 'Yes', ''],
  ['thinking in a field', [{ reasoning: 'first' }, { content: 'Yes' }], 'Yes', 'first'],
  [
    'a text before a call',
    [{ content: 'Look: ' }, { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] }],
    'Look: ',
    '',
  ],
])('%s: the same in the log, in the window, on stdout and in editors', (_, deltas, text, thinking) => {
  for (const start of STARTS) {
    const { out } = streamed(start, deltas)
    const { recorded, window } = shown(out)
    expect([start, recorded[0], recorded[1]?.trim()]).toEqual([start, text, thinking])
    expect([start, window]).toEqual([start, recorded])
  }
  for (const start of ON_STDOUT) {
    const { stdout, editor } = shown(streamed(start, deltas).out)
    expect([start, stdout, editor]).toEqual([start, text, text])
  }
})

it('agrees on random answers, however they are cut', () => {
  const random = seededRandom(20_261_129)
  const pieces = ['one ', 'two\n', '</think>', '\n\n', '`', '<think>', '<', '"', '[/THINK]', 'Ä', '```\n', ' ']
  for (let run = 0; run < 2_000; run += 1) {
    const texts = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
      return pieces[Math.floor(random() * pieces.length)] ?? ''
    })
    for (const start of STARTS) {
      const { out } = streamed(start, answer(...texts))
      const { recorded, window, retyped } = shown(out)
      expect([texts, start, window]).toEqual([texts, start, recorded])
      expect(retyped).toBeLessThanOrEqual(1)
    }
    for (const start of ON_STDOUT) {
      const { recorded, stdout, editor } = shown(streamed(start, answer(...texts)).out)
      expect([texts, start, stdout, editor]).toEqual([texts, start, recorded[0], recorded[0]])
    }
  }
})

it('streams text as text, and learns from the first answer how the next one begins', () => {
  const first = streamed('unknown', answer('first ', 'this\n', '</think>\n\n', 'Yes'))
  const types = first.out.map(({ type }) => type)
  expect([types.indexOf('text_delta'), types.filter((type) => type === 'block_retyped')]).toEqual([
    1,
    ['block_retyped'],
  ])
  expect(first.out[0]).toMatchObject({ tentative: true })
  expect(first.learned).toEqual(['thinking'])
  const second = streamed(likelyStart('m', first.learned[0] ?? null), answer('first ', 'this\n', '</think>\n\n', 'Yes'))
  expect(second.out.map(({ type }) => type)).not.toContain('block_retyped')
  expect(streamed('unknown', answer('Hello')).learned).toEqual(['plain'])
})

it.each<[string, AnswerStart]>([
  ['deepseek-r1:8b', 'thinking'],
  ['DeepSeek-R1-Distill-Qwen-32B-Q4_K_M.gguf', 'thinking'],
  ['qwq', 'thinking'],
  ['unsloth/QwQ-32B-GGUF', 'thinking'],
  ['Qwen3-30B-A3B-Thinking-2507', 'thinking'],
  ['glm-4.1v-9b-thinking', 'thinking'],
  ['GLM-Z1-9B-0414', 'thinking'],
  ['minimax-m2.1', 'thinking'],
  ['exaone-deep:7.8b', 'thinking'],
  ['olmo-3:7b-think', 'thinking'],
  ['qwen3:8b', 'unknown'],
  ['llama3.3', 'unknown'],
  ['r10-chat', 'unknown'],
  ['super1-7b', 'unknown'],
  ['rethinking-7b', 'unknown'],
  ['qwen3-nothink', 'unknown'],
  ['hybrid-no-think', 'unknown'],
  ['gpt-oss:20b', 'unknown'],
])('%s begins with: %s', (model, start) => {
  expect(likelyStart(model, null)).toBe(start)
  expect(likelyStart(model, 'plain')).toBe('plain')
  expect(likelyStart(model, 'thinking')).toBe('thinking')
})
