import { expect, it } from 'vitest'

import { argumentsText, parseJson } from '../../src/main/adapters/providers/wire-value.ts'
import { toolResultContent } from '../../src/main/adapters/tools/mcp/tool-result-content.ts'
import { accumulateResponse } from '../../src/main/core/conversation/turn-accumulator.ts'
import { readRows } from '../../src/main/core/transfer/read-rows.ts'
import { linesOf } from '../../src/shared/text-lines.ts'

/** `JSON.parse` reads it; what walks through it with recursion, `JSON.stringify` too, runs out of stack. */
const DEEP_TEXT = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
const DEEP_VALUE: unknown = JSON.parse(DEEP_TEXT)

function imported(line: string) {
  return readRows(linesOf([`${line}\n`]))
}

it('is refused in a line of an import', async () => {
  expect(await imported(`{"kind":"user","content":"x","data":${DEEP_TEXT}}`)).toMatchObject({
    ok: false,
    error: { category: 'REFUSED', message: expect.stringMatching(/^Line 1: this is not a JSON object\./) },
  })
})

it('is kept as text where an imported call has it as its arguments', async () => {
  const call = { kind: 'tool_call', data: { tool_call_id: 'c', name: 'bash', arguments: DEEP_TEXT } }
  const rows = await imported(JSON.stringify(call))
  expect(rows).toMatchObject({
    ok: true,
    value: { events: [{ row: { data: { arguments: {}, malformed_arguments: DEEP_TEXT } } }] },
  })
})

it('is said of the result of a server instead of the result', () => {
  const result = { content: [], structuredContent: { deep: DEEP_VALUE } }
  expect(toolResultContent(result).text).toBe('[the result is nested too deep to be shown]')
})

it.each(['a text', 'a value'])('is no JSON in the arguments of a call that a provider sends as %s', (form) => {
  const jsonFragment = form === 'a text' ? DEEP_TEXT : argumentsText(DEEP_VALUE)
  const speaker = {
    choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
    endpoint: 'messages',
    cost: () => null,
  } as const
  const answer = accumulateResponse(
    [
      { type: 'start', model: 'claude-haiku-4-5' },
      { type: 'tool_call_start', blockIndex: 0, id: 'call_A', name: 'bash' },
      { type: 'tool_call_delta', blockIndex: 0, id: 'call_A', jsonFragment },
      { type: 'tool_call_done', blockIndex: 0, id: 'call_A' },
    ],
    speaker,
  )
  expect(answer.data.blocks).toMatchObject([{ arguments: {}, malformed_arguments: jsonFragment }])
})

it('is no JSON in any other part of an answer', () => {
  expect(parseJson(DEEP_TEXT)).toBeUndefined()
})
