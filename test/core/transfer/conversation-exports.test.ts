import { expect, it } from 'vitest'

import { chatGptText } from '../../../src/main/core/transfer/conversation/chatgpt-export.ts'
import { claudeCodeLines } from '../../../src/main/core/transfer/conversation/claude-code-export.ts'
import { codexLines } from '../../../src/main/core/transfer/conversation/codex-export.ts'
import { type Conversation, conversationMessages } from '../../../src/main/core/transfer/conversation/conversation.ts'
import { readSource } from '../../../src/main/core/transfer/foreign/recognise.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { documentsIn } from '../../support/foreign-samples.ts'
import { untyped } from '../../support/untyped.ts'

const AGENT = '5b1f6a10-0000-4000-8000-00000000c0de'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let lastId = 0
function event(kind: AgentEvent['kind'], content: string | null, data: object | null = null): AgentEvent {
  lastId += 1
  const createdAt = '2026-11-02T09:00:00.000Z'
  return untyped({ id: lastId, sessionId: 's', agentId: AGENT, turnId: null, kind, content, data, createdAt })
}

const call = (id: string, name = 'bash') => ({ type: 'tool_call', id, name, arguments: { command: 'ls' } })
const answer = (content: string, ...blocks: object[]) =>
  event('assistant', content, { model: 'claude-sonnet-5-5', blocks })

/** Contexts that ikigai can have, and what other tools have to find in them. */
const CASES: readonly (readonly [string, string | null, readonly AgentEvent[], readonly string[]])[] = [
  ['words', 'Be brief.', [event('user', 'Hello'), answer('Hi.')], ['system Be brief.', 'user Hello', 'model Hi.']],
  [
    'parallel calls, whose results are in another order',
    null,
    [
      event('user', 'Look'),
      answer(
        'I look.',
        { type: 'thinking', text: 'Where?', provider_data: { signature: 'x' } },
        call('a'),
        call('b', 'grep'),
      ),
      event('tool_call', null, { tool_call_id: 'a', name: 'bash', arguments: { command: 'ls' } }),
      event('tool_result', 'two', { tool_call_id: 'b' }),
      event('tool_result', 'one', { tool_call_id: 'a' }),
      answer('Both.'),
    ],
    [
      'user Look',
      'model I look.',
      'call bash {"command":"ls"}',
      'call grep {"command":"ls"}',
      'tool one',
      'tool two',
      'model Both.',
    ],
  ],
  [
    'a call without a result, a result without a call, and a call that only an event has',
    null,
    [
      event('user', 'Go'),
      answer('', call('a')),
      event('tool_result', 'lost', { tool_call_id: 'none' }),
      answer('On.'),
      event('tool_call', null, { tool_call_id: 'c', name: 'glob', arguments: {} }),
      event('tool_result', 'found', { tool_call_id: 'c' }),
    ],
    [
      'user Go',
      'call bash {"command":"ls"}',
      'tool There is no result of this call.',
      'model On.',
      'call glob {}',
      'tool found',
    ],
  ],
  [
    'a summary, mail, a cut answer and an empty one',
    null,
    [
      event('summary', 'Much was said.', { from_id: 1, to_id: 2, messages: 2 }),
      event('mail', 'News', { from: AGENT, mail_id: 1 }),
      event('interrupted', 'Half', { reason: 'cancelled', model: 'gpt-5-mini' }),
      answer(''),
    ],
    ['user Summary of the conversation so far:\n\nMuch was said.', 'user News', 'model Half'],
  ],
  [
    'a picture',
    null,
    [event('user', 'See', { attachments: [] }), answer('A dot.')],
    ['user See [picture]', 'model A dot.'],
  ],
  ['nothing', null, [], []],
]

const FORMATS: readonly (readonly [string, (conversation: Conversation) => Iterable<string>, readonly string[]])[] = [
  ['claude-code', claudeCodeLines, ['system']],
  ['codex', codexLines, ['system']],
  ['chatgpt', chatGptText, ['picture']],
]

const EVERY = FORMATS.flatMap(([format, write, without]) =>
  CASES.map(([name, system, items, expected]) => ({ format, write, without, name, system, items, expected })),
)

it.each(EVERY)(
  'writes $name for $format as that tool reads it',
  async ({ write, without, system, items, expected }) => {
    const picture = { name: 'dot.png', mediaType: 'image/png', base64: PIXEL, text: null }
    const messages = conversationMessages(AGENT, { system, items }, (one) =>
      one.kind === 'user' && one.data !== null ? [picture] : [],
    )
    const text = [...write({ id: AGENT, name: 'Dots', folder: '/home/ana/app', messages })].join('\n')
    const [session] = (await documentsIn(text)).flatMap((document) => readSource(document) ?? [])
    const events = session?.nodes.flatMap((node) => node.events) ?? []
    const read = events.flatMap((one): readonly string[] => {
      if (one.kind === 'system') return [`system ${one.text}`]
      if (one.kind === 'user') {
        const words = one.text.replace('\n\n[The file dot.png is not part of this export.]', '')
        return [one.files.length > 0 ? `user ${words} [picture]` : `user ${words}`]
      }
      if (one.kind === 'tool_result') return [`tool ${one.text}`]
      if (one.kind !== 'assistant') return []
      return one.blocks.flatMap(({ block }) => {
        if (block.type === 'text') return [`model ${block.text}`]
        return block.type === 'tool_call' ? [`call ${block.name} ${JSON.stringify(block.arguments)}`] : []
      })
    })
    const wanted = expected.flatMap((line) => {
      if (line.startsWith('system ') && without.includes('system')) return []
      return [without.includes('picture') ? line.replace(' [picture]', '') : line]
    })
    expect(read).toEqual(wanted)
    expect(session?.id ?? AGENT).toBe(AGENT)
  },
)

it('writes the same file each time, and no signature of thinking', () => {
  for (const [, write] of FORMATS) {
    for (const [, system, items] of CASES) {
      const once = () => {
        const messages = conversationMessages(AGENT, { system, items }, () => [])
        return [...write({ id: AGENT, name: 'Dots', folder: '', messages })].join('\n')
      }
      expect(once()).toBe(once())
      expect(once()).not.toContain('signature')
    }
  }
})
