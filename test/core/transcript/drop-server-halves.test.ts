import { expect, it } from 'vitest'

import type { ContentBlock } from '../../../src/shared/content.ts'
import type { TranscriptInput } from '../../../src/main/core/transcript/assemble-transcript.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import {
  answer,
  assemble,
  call,
  called,
  failedWith,
  file,
  history,
  type Part,
  result,
  resultWith,
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
function sent(parts: readonly Part[], resumesPause = false, files?: TranscriptInput['files']) {
  const { request, report } = assemble(history(...parts), CLAUDE, {
    resumesPause,
    ...(files !== undefined && { files }),
  })
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

const picture = file('image', 'a.png')
const paper = file('pdf', 'a.pdf')
const note = file('text', 'a.txt')

it.each<readonly [string, readonly Part[], string]>([
  ['a failed result', [result('x', 'y', { is_error: true })], 'search tool_call'],
  ['a picture in a result', [resultWith('x', 'y', picture)], 'search tool_call'],
  ['a PDF in a result', [resultWith('x', 'y', paper)], 'search tool_call'],
  ['a text in a failed result', [failedWith('x', 'y', note)], 'search tool_call'],
  ['a picture of a failed result', [failedWith('x', 'y', picture)], 'tool_call'],
  ['a PDF of a failed result', [failedWith('x', 'y', paper)], 'tool_call'],
  ['a picture of a failed result without words', [failedWith('x', '', picture)], 'tool_call'],
  ['a text and a picture of a failed result', [failedWith('x', 'y', note, picture)], 'tool_call'],
  ['two pictures of a failed result', [failedWith('x', 'y', picture, file('image', 'b.png'))], 'tool_call'],
])('keeps a call that waits for its result only if results alone follow: %s', (_name, results, kinds) => {
  const known = { texts: new Map([[note.sha256, 'words']]), missing: new Set<string>() }
  const waiting = [user('a'), answer(searches, call('x')), called('x'), ...results]
  expect(sent(waiting, false, known).kinds[0]).toBe(kinds)
  const answered = [...waiting, answer(found, text('b')), user('c')]
  const { kinds: all } = sent(answered, false, known)
  expect([all[0], all.at(-1)]).toEqual([kinds, kinds.startsWith('search') ? 'found text' : 'text'])
})

it('looks at the results of all calls of the answer', () => {
  const calls = [user('a'), answer(searches, call('x'), call('y')), called('x'), called('y')]
  const failed = failedWith('y', 'z', picture)
  expect(sent([...calls, result('x', 'y'), result('y', 'z')]).kinds).toEqual(['search tool_call tool_call'])
  expect(sent([...calls, result('x', 'y'), failed]).kinds[0]).toBe('tool_call tool_call')
  expect(sent([...calls, failed, result('x', 'y')]).kinds[0]).toBe('tool_call tool_call')
})
