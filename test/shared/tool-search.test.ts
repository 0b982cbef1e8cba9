import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../src/shared/json.ts'
import { meantCall, meantText } from '../../src/shared/tool-search.ts'

const call = (input: JsonObject, name = 'call_tool') => meantCall({ id: 'call_1', name, arguments: input })

describe('a call of a found tool', () => {
  it('is that tool’s', () => {
    const meant = { id: 'call_1', name: 'github__close', arguments: { number: 7 } }
    expect(call({ name: 'github__close', arguments: { number: 7 } })).toEqual(meant)
    expect(call({ name: 'github__close', arguments: '{"number":7}' })).toEqual(meant)
    expect(call({ name: 'github__close' })).toEqual({ ...meant, arguments: {} })
  })

  it.each([{}, { name: '' }, { name: 7 }, { name: 'a', arguments: 'no JSON' }, { name: 'a', arguments: [1] }])(
    'stays as it is with %j, for an error',
    (input) => {
      expect(call(input)).toEqual({ id: 'call_1', name: 'call_tool', arguments: input })
    },
  )

  it('is one level deep, and no other tool’s', () => {
    const inner = { name: 'call_tool', arguments: { name: 'bash' } }
    expect(call({ name: 'call_tool', arguments: { name: 'bash' } })).toMatchObject(inner)
    expect(call({ name: 'rm' }, 'bash')).toMatchObject({ name: 'bash', arguments: { name: 'rm' } })
  })
})

it('the text of a call is that of the found tool while it is being received', () => {
  const whole = '{"name": "github__close", "arguments": {"number": 7}}'
  const shown = Array.from({ length: whole.length + 1 }, (_, end) => meantText('call_tool', whole.slice(0, end)))
  expect(shown.at(10)).toEqual({ name: 'call_tool', argumentsText: whole.slice(0, 10) })
  expect(shown.at(24)).toEqual({ name: 'github__close', argumentsText: '' })
  expect(shown.at(50)).toEqual({ name: 'github__close', argumentsText: '{"number": ' })
  expect(shown.at(-1)).toEqual({ name: 'github__close', argumentsText: '{"number":7}' })
  expect(meantText('bash', '{"name":"x"}')).toEqual({ name: 'bash', argumentsText: '{"name":"x"}' })
})
