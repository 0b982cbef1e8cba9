import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createResponseBuffer, mergeEvents } from '../../src/main/adapters/storage/journal-buffer.ts'
import { MergedEvents } from '../../src/main/core/events/merged-events.ts'
import { type Delta, deltaLength, isDelta, mergeDelta } from '../../src/shared/stream-event.ts'
import { untyped } from '../support/untyped.ts'

type BlockDelta = Exclude<Delta, { type: 'tool_output_delta' }>

const text = (blockIndex: number, said: string): BlockDelta => ({ type: 'text_delta', blockIndex, text: said })
const thinking = (blockIndex: number, said: string): BlockDelta => ({ type: 'thinking_delta', blockIndex, text: said })
const call = (blockIndex: number, id: string, jsonFragment: string): BlockDelta => {
  return { type: 'tool_call_delta', blockIndex, id, jsonFragment }
}
const output = (id: string, said: string): Delta => ({ type: 'tool_output_delta', id, text: said })

describe('two deltas', () => {
  it.each<[Delta, Delta, Delta]>([
    [text(0, 'a'), text(0, 'b'), text(0, 'ab')],
    [thinking(1, 'a'), thinking(1, 'b'), thinking(1, 'ab')],
    [call(2, 'x', '{'), call(2, 'x', '}'), call(2, 'x', '{}')],
    [output('x', 'a'), output('x', 'b'), output('x', 'ab')],
  ])('%j and %j are one', (first, second, both) => {
    const last = { ...first }
    expect(mergeDelta(last, second)).toBe(true)
    expect(last).toEqual(both)
  })

  it.each<[Delta, Delta]>([
    [text(0, 'a'), text(1, 'b')],
    [text(0, 'a'), thinking(0, 'b')],
    [call(0, 'x', '{'), call(0, 'y', '}')],
    [call(0, 'x', '{'), call(1, 'x', '}')],
    [output('x', 'a'), output('y', 'b')],
    [call(0, 'x', '{'), output('x', 'b')],
  ])('%j and %j stay two', (first, second) => {
    const last = { ...first }
    expect(mergeDelta(last, second)).toBe(false)
    expect(last).toEqual(first)
  })

  it('are not what other events are', () => {
    const others = [{ type: 'start' }, { type: 'tool_call_done', blockIndex: 0, id: 'x' }, { type: 'delta' }]
    expect(others.map((event) => [isDelta(event), deltaLength(event), mergeDelta({ ...text(0, 'a') }, event)])).toEqual(
      others.map(() => [false, 0, false]),
    )
    expect([text(0, 'ab'), call(0, 'x', '{"a"'), output('x', '')].map(deltaLength)).toEqual([2, 4, 0])
  })
})

const deltas = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(1), fc.string()).map(([block, said]) => text(block, said)),
    fc.tuple(fc.nat(1), fc.string()).map(([block, said]) => thinking(block, said)),
    fc.tuple(fc.nat(1), fc.constantFrom('x', 'y'), fc.string()).map(([block, id, json]) => call(block, id, json)),
  ),
)

/** Every character with the block that it belongs to: what merging must not change. */
function characters(events: readonly unknown[]): readonly string[] {
  return events.flatMap((event) => {
    const delta = untyped<BlockDelta>(event)
    const [said, id] = delta.type === 'tool_call_delta' ? [delta.jsonFragment, delta.id] : [delta.text, '']
    return said.split('').map((unit) => `${delta.type} ${delta.blockIndex} ${id} ${unit}`)
  })
}

it('merging keeps every character in its block and its order, in the engine, in the journal and after a crash', () => {
  fc.assert(
    fc.property(deltas, fc.nat(5), (events, every) => {
      const untouched = structuredClone(events)
      const merged = new MergedEvents()
      const buffer = createResponseBuffer('a', 't', { provider: 'openai', model: 'gpt-5', thinkingLevel: 'low' }, 0)
      for (const [index, event] of events.entries()) {
        merged.add(event)
        buffer.append(event)
        if (index % (every + 1) === every) buffer.unwritten()
      }
      const journal = buffer.unwritten().flatMap((part) => part.events)
      const expected = characters(untouched)
      expect(events).toEqual(untouched)
      expect([merged.events(), journal, mergeEvents(journal)].map(characters)).toEqual([expected, expected, expected])
      expect(mergeEvents(journal)).toEqual(merged.events())
    }),
  )
})
