import { expect, it } from 'vitest'

import type { ContentBlock } from '../../../src/shared/content.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import {
  answer,
  assemble,
  call,
  called,
  history,
  type Part,
  result,
  stamp,
  TARGETS,
  text,
  thought,
  user,
} from './transcript-history.ts'

const CLAUDE = { ...TARGETS.anthropic, model: 'claude-haiku-4-5' }

const server = (block: JsonObject): ContentBlock => ({
  type: 'text',
  text: '',
  ...stamp(CLAUDE),
  provider_data: { block },
})
const searches = server({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} })
const found = server({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] })

/** The types of what is sent of each answer, what was dropped, and the level that is asked for. */
function sent(parts: readonly Part[], resumesPause = false) {
  const { request, report } = assemble(history(...parts), CLAUDE, { resumesPause })
  const kinds = request.messages.flatMap((message) =>
    message.role === 'assistant' ? [message.content.map(kindOf).join(' ')] : [],
  )
  return { kinds, dropped: report.dropped.map(({ part }) => part), level: request.thinkingLevel }
}

function kindOf(block: ContentBlock): string {
  if (block.type !== 'text' || block.text !== '') return block.type
  return JSON.stringify(block).includes('server_tool_use') ? 'search' : 'found'
}

it('sends a pair, in one answer or across the results of other calls', () => {
  const pair = [user('a'), answer(searches, found, text('b')), user('c')]
  expect(sent(pair)).toMatchObject({ kinds: ['search found text'], dropped: [] })
  const across = [answer(searches, call('x')), called('x'), result('x', 'y'), answer(found, text('b'))]
  expect(sent([user('a'), ...across, user('c')])).toMatchObject({ kinds: ['search tool_call', 'found text'] })
})

it('drops half a pair, and an answer that is nothing else', () => {
  expect(sent([user('a'), answer(searches, text('b')), user('c')])).toMatchObject({
    kinds: ['text'],
    dropped: ['half_server_tool'],
  })
  expect(sent([user('a'), answer(thought('b', CLAUDE), searches), user('c')])).toMatchObject({
    kinds: [],
    dropped: ['half_server_tool', 'trailing_thinking'],
  })
  expect(sent([user('a'), answer(found, searches, text('b')), user('c')]).kinds).toEqual(['text'])
  const apart = [answer(searches, text('b')), user('c'), answer(found, text('d')), user('e')]
  expect(sent([user('a'), ...apart]).kinds).toEqual(['text', 'text'])
})

it('keeps a call without its result where the provider continues the answer', () => {
  const paused = [user('a'), answer(text('b'), searches)]
  expect(sent(paused, true).kinds).toEqual(['text search'])
  expect(sent(paused).kinds).toEqual(['text'])
  const beside = [user('a'), answer(thought('b', CLAUDE), searches, call('x')), called('x'), result('x', 'y')]
  expect(sent(beside).kinds).toEqual(['thinking search tool_call'])
  expect(sent([...beside, user('c')]).kinds).toEqual(['thinking tool_call', 'text'])
})

it('counts an answer that is dropped as no part of a tool turn', () => {
  const turn = [thought('b', CLAUDE), call('x')]
  const parts = [user('a'), answer(searches), answer(...turn), called('x'), result('x', 'y')]
  expect(sent(parts)).toMatchObject({ kinds: ['thinking tool_call'], level: CLAUDE.thinkingLevel })
})

it('joins an answer to what it continues, not to the answer before that', () => {
  const parts = [
    user('a'),
    answer(text('b')),
    { ...answer(searches), turnId: 'next' },
    { ...answer(text('c')), turnId: 'next' },
  ]
  expect(sent([...parts, user('d')]).kinds).toEqual(['text', 'text'])
})
