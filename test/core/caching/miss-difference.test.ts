import { describe, expect, it } from 'vitest'

import { missDifference } from '../../../src/main/core/caching/miss-difference.ts'
import { printDifference } from '../../../src/main/core/caching/print-difference.ts'
import {
  recordedPrint,
  requestPrint,
  type RequestPrint,
  wholePrint,
} from '../../../src/main/core/caching/request-print.ts'
import type { ModelRequest } from '../../../src/main/core/ports/provider-ports.ts'
import { printKey } from '../../support/print-keys.ts'

const tool = (name: string, description = 'Does it.') => ({ name, description, parameters: { type: 'object' } })
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] }) as const

function request(more: Partial<ModelRequest> = {}): ModelRequest {
  const parts = { system: ['One\nTwo\nThree'], tools: [tool('edit'), tool('read')], messages: [user('Hello')] }
  return { model: 'm', thinkingLevel: 'none', maxOutputTokens: 1, ...parts, ...more }
}

const KEY = printKey('a key')
const printOf = (sent: ModelRequest): RequestPrint => requestPrint(sent, KEY)
const differenceOf = (earlier: ModelRequest, later: ModelRequest) => printDifference(printOf(earlier), printOf(later))

describe('the first difference of two requests', () => {
  it('is none where the later one only goes on', () => {
    expect(differenceOf(request(), request({ messages: [user('Hello'), user('More')] }))).toBeNull()
  })

  it('names the line of the system prompt, and its byte', () => {
    const later = request({ system: ['One\nTwö\nThree'] })
    const found = differenceOf(request(), later)
    expect(found).toEqual({ cause: 'system', place: { part: 'system', block: 1, line: 2 } })
    expect(missDifference(request(), later, found?.place ?? { part: 'message', number: 1 })).toEqual({
      diff: '@@ -1 +1 @@\n One\n-Two\n+Twö',
      line: 2,
      column: 3,
      byte: 7,
    })
  })

  it('comes from the tools before the messages', () => {
    const later = request({ tools: [tool('edit', 'Better.'), tool('read')], messages: [user('Changed')] })
    expect(differenceOf(request(), later)).toEqual({
      cause: 'tools',
      place: { part: 'tool', name: 'edit', change: 'changed' },
    })
  })

  it('is a message that a shorter context no longer has', () => {
    const earlier = request({ messages: [user('One'), user('Two')] })
    expect(differenceOf(earlier, request({ messages: [user('One')] }))).toEqual({
      cause: 'messages',
      place: { part: 'message', number: 2 },
    })
  })
})

describe('a recorded print', () => {
  it('holds what is new, and gives the whole one with those before it', () => {
    const prints = [['One'], ['One', 'Two', 'Three'], ['One', 'Changed']].map((texts) =>
      printOf(request({ messages: texts.map(user) })),
    )
    let before: { id: string; print: RequestPrint } | null = null
    let whole: RequestPrint | null = null
    const froms: number[] = []
    for (const print of prints) {
      const recorded = recordedPrint(print, before)
      whole = wholePrint(recorded, whole)
      expect(whole).toEqual(print)
      expect(recorded.tools === undefined).toBe(before !== null)
      froms.push(recorded.from)
      before = { id: recorded.id, print }
    }
    expect(froms).toEqual([0, 1, 1])
  })

  it('is not guessed where the one before it is missing', () => {
    const print = printOf(request())
    const next = recordedPrint(print, { id: 'other', print })
    expect(wholePrint(next, null)).toBeNull()
  })

  it('contains no text of the request', () => {
    const recorded = JSON.stringify(recordedPrint(printOf(request({ messages: [user('hunter2')] })), null))
    expect(recorded).not.toMatch(/hunter2|One|Does it/)
  })
})
