import { describe, expect, it } from 'vitest'
import { createResponseBuffer, mergeEvents } from '../../../src/main/adapters/storage/journal-buffer.ts'
import type { ResponseBuffer } from '../../../src/main/adapters/storage/journal-buffer.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import { CHOICE } from './support/test-storage.ts'

const text = (words: string, blockIndex = 0): ProviderEvent => ({ type: 'text_delta', blockIndex, text: words })
const fragment = (json: string, id = 'call_1'): ProviderEvent => ({
  type: 'tool_call_delta',
  blockIndex: 1,
  id,
  jsonFragment: json,
})

function begin(): ResponseBuffer {
  return createResponseBuffer('agent', 'turn', CHOICE, 1)
}

describe('the buffer of a streaming response', () => {
  it('begins with an empty part, so that a response without a word is found too', () => {
    expect(begin().unwritten()).toEqual([{ part: 0, events: [] }])
  })

  it('joins deltas of one block and keeps apart what is not one run', () => {
    const buffer = begin()
    const start: ProviderEvent = { type: 'start', model: 'm' }
    const events = [
      start,
      text('a'),
      text('b'),
      text('c', 1),
      text('d'),
      fragment('{'),
      fragment('}'),
      fragment('{', 'call_2'),
    ]
    for (const event of events) buffer.append(event)
    expect(buffer.unwritten().at(-1)).toEqual({
      part: 1,
      events: [start, text('ab'), text('c', 1), text('d'), fragment('{}'), fragment('{', 'call_2')],
    })
  })

  it('offers a part again until it is written, and never changes one that was offered', () => {
    const buffer = begin()
    buffer.append(text('a'))
    const first = buffer.unwritten()
    buffer.append(text('b'))
    expect(buffer.unwritten()).toEqual([...first, { part: 2, events: [text('b')] }])
    buffer.written(first)
    expect(buffer.unwritten()).toEqual([{ part: 2, events: [text('b')] }])
  })

  it('does not change the events that it was given', () => {
    const buffer = begin()
    const given = text('a')
    buffer.append(given)
    buffer.append(text('b'))
    expect(given).toEqual(text('a'))
  })
})

it('joins across parts what belongs together', () => {
  expect(mergeEvents([text('a'), text('b'), text('c', 1), fragment('{'), fragment('}')])).toEqual([
    text('ab'),
    text('c', 1),
    fragment('{}'),
  ])
})
