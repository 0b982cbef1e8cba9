import { expect, it } from 'vitest'

import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { documentsIn } from '../../../support/foreign-samples.ts'

const response = (id: string) => ({ functionResponse: { id, name: 'shell', response: { output: `result ${id}` } } })
const user = (id: string, ...content: readonly object[]) => ({ id, type: 'user', content })
const answer = (id: string, content: string) => ({ id, type: 'gemini', content, model: 'gemini-3.1-pro-preview' })
/** The one message of a session with all calls so far, as Gemini CLI 0.61 writes it anew with each turn. */
const calls = (...ids: readonly string[]) => ({
  ...answer('calls', ''),
  toolCalls: ids.map((id) => ({ id, name: 'shell', args: { command: id }, result: [response(id)], status: 'success' })),
})

it('puts the calls of a later turn of Gemini CLI where they were made', async () => {
  const lines = [
    { sessionId: 's', projectHash: 'p', startTime: '', lastUpdated: '' },
    user('u1', { text: 'First' }),
    calls('a'),
    user('r1', response('a')),
    answer('m1', 'Done first.'),
    user('u2', { text: 'Second' }),
    answer('m2', 'I look.'),
    calls('a', 'b'),
    user('r2', response('b')),
    calls('a', 'b', 'c', 'd'),
    user('r3', response('c'), response('d')),
    answer('m3', 'Done second.'),
  ]
  const [document] = await documentsIn(lines.map((line) => JSON.stringify(line)).join('\n'))
  const [session] = document === undefined ? [] : (readSource(document) ?? [])
  const said = session?.nodes.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.kind === 'user' || event.kind === 'tool_result') return [event.text]
      if (event.kind !== 'assistant') return []
      return event.blocks.map(({ block }) =>
        block.type === 'tool_call' ? `call ${block.id}` : 'text' in block ? block.text : '',
      )
    }),
  )

  const first = ['First', 'call a', 'result a', 'Done first.']
  const second = ['Second', 'I look.', 'call b', 'result b', 'call c', 'call d', 'result c', 'result d', 'Done second.']
  expect(said).toEqual([...first, ...second])
})
