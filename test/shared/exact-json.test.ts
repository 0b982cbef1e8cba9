import { describe, expect, it } from 'vitest'

import { exactText, parseExactJson, parseExactObject } from '../../src/shared/exact-json.ts'
import { readRows } from '../../src/main/core/transfer/read-rows.ts'
import { callBlock } from '../../src/main/core/transfer/foreign/answer-parts.ts'

const ROUNDED = [
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '1152921504606846976',
  '1234567890123456789',
  '100000000000000000000001',
  '1701411834604692317316873037158841057281',
  '76561197960265729',
  '10000000000000001',
]
const HELD = ['9007199254740991', '9007199254740992', '1000000000000000000', '0', '-1', '1700000000.1234567', '0.1']

describe.each(ROUNDED)('the whole number %s', (number) => {
  it.each([
    `{"n":${number}}`,
    `{"a":[1,{"n":${number},"m":"${number}"}],"z":null}`,
    `{"n":1,"n":${number}}`,
    `[[${number}],"]",{}]`,
  ])('keeps its digits in %s', (text) => {
    const value = parseExactObject(`{"top":${text}}`)?.['top']
    expect(exactText(value ?? null)).toBe(text)
    expect(JSON.stringify(value)).toContain(`"${number}"`)
  })

  it('keeps its digits in the arguments of an imported call, and elsewhere as a text', async () => {
    const data = `{"tool_call_id":"call-1","name":"lookup","arguments":{"n":${number}},"more":${number}}`
    const read = await readRows([
      `{"kind":"tool_call","agent_uuid":"11111111-1111-4111-8111-111111111111","data":${data}}`,
    ])
    const row = read.ok ? read.value.events[0]?.row : read.error
    expect(row).toMatchObject({ data: { arguments_text: `{"n":${number}}`, more: number } })
  })

  it('keeps its digits in the arguments of another tool', () => {
    expect(callBlock('call-1', 'lookup', parseExactObject(`{"n":${number}}`) ?? undefined)).toMatchObject({
      arguments_text: `{"n":${number}}`,
    })
  })
})

it.each(HELD)('leaves %s a number, because a double returns it', (number) => {
  expect(parseExactJson(`{"n":${number}}`)).toEqual({ n: Number(number) })
})

it('keeps a number beyond the range of a double as a text', () => {
  const number = '9'.repeat(400)
  const value = parseExactObject(`{"n":${number}}`)
  expect(exactText(value)).toBe(`{"n":"${number}"}`)
})

it('finds the last of two values of a key', () => {
  expect(exactText(parseExactObject('{"a":{"n":9007199254740993},"a":{"n":1}}')?.['a'] ?? null)).toBe('{"n":1}')
})
