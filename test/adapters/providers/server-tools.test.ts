import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { createGoogleProvider } from '../../../src/main/adapters/providers/google/google-provider.ts'
import { GoogleStream } from '../../../src/main/adapters/providers/google/google-stream.ts'
import { createOpenaiProvider } from '../../../src/main/adapters/providers/openai/openai-provider.ts'
import { ResponsesStream } from '../../../src/main/adapters/providers/responses-stream.ts'
import { accumulateResponse } from '../../../src/main/core/conversation/turn-accumulator.ts'
import type { Provider, ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import { assembleTranscript } from '../../../src/main/core/transcript/assemble-transcript.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/shared/json.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { objectsOf } from '../../support/provider-simulator/read-json.ts'

/** Recorded conversations with the providers' own tools: what goes back is what the recorded next request has. */

function recorded(file: string): JsonObject {
  const text = readFileSync(new URL(`../../fixtures/answers/${file}`, import.meta.url), 'utf8')
  const value: unknown = JSON.parse(text)
  return isJsonObject(value) ? value : {}
}

const newToolCallId = (): string => 'call_1'
const connection = { key: 'any-key', baseUrl: undefined, idleTimeoutMs: null }

/** The body of the request after a recorded answer. */
function nextBody(
  events: readonly ProviderEvent[],
  provider: Provider,
  choice: ModelChoice,
  results: Readonly<Record<string, string>> = {},
): JsonValue {
  const { data, content } = accumulateResponse(events, { choice, endpoint: provider.endpoint, cost: () => null })
  const log = eventLog()
  const context = [log.user('Question'), log.add({ kind: 'assistant', content, data })]
  for (const [id, result] of Object.entries(results))
    context.push(log.add({ kind: 'tool_result', content: result, data: { tool_call_id: id } }))
  if (Object.keys(results).length === 0) context.push(log.user('Next question'))
  const { request, report } = assembleTranscript({
    context,
    target: { provider: choice.provider, model: choice.model, endpoint: provider.endpoint, thinkingLevel: 'low' },
    system: [],
    tools: [],
  })
  expect(report.violations).toEqual([])
  return provider.render(request)
}

function fieldOf(value: JsonValue, key: string): readonly JsonObject[] {
  return isJsonObject(value) ? objectsOf(value[key]) : []
}

describe('what goes back after a turn with server tools', () => {
  const google = createGoogleProvider(connection)

  function geminiParts(file: string, model: string, results: Readonly<Record<string, string>> = {}) {
    const mapper = new GoogleStream(model, newToolCallId)
    const events: ProviderEvent[] = []
    mapper.push(recorded(file), events)
    mapper.finish(events)
    const body = nextBody(events, google, { provider: 'google', model, thinkingLevel: 'low' }, results)
    return fieldOf(body, 'contents')[1]
  }

  it('is Gemini’s code with its result, and the signatures', () => {
    const sent = geminiParts('gemini/code-execution.response.json', 'gemini-3-flash-preview')
    expect(sent).toEqual(fieldOf(recorded('gemini/code-execution-next-turn.request.json'), 'contents')[1])
  })

  it('is Gemini’s search beside a call of ours', () => {
    const sent = geminiParts('gemini/search-with-functions.response.json', 'gemini-3-flash-preview', { call_1: '4' })
    const expected = fieldOf(recorded('gemini/search-with-functions-next.request.json'), 'contents')[1]
    expect(JSON.stringify(sent?.['parts'])).toContain('toolResponse')
    // The client that was recorded spells a key and the alphabet of signatures in another way than the answer.
    const spelt = (value: unknown): string =>
      JSON.stringify(value).replaceAll('tool_type', 'toolType').replaceAll('-', '+').replaceAll('_', '/')
    expect(JSON.parse(spelt(sent))).toEqual(JSON.parse(spelt(expected)))
  })

  it('is OpenAI’s code between its reasoning', () => {
    const openai = createOpenaiProvider(connection)
    const toError = () => ({ category: 'SERVER', message: '', retryable: false }) as const
    const mapper = new ResponsesStream('gpt-5', { newToolCallId, toError })
    const events: ProviderEvent[] = []
    mapper.push(recorded('openai-responses/code-interpreter.response.json'), events)
    mapper.finish()
    const choice = { provider: 'openai', model: 'gpt-5', thinkingLevel: 'low' } as const
    const sent = fieldOf(nextBody(events, openai, choice), 'input').slice(1, -1)
    const expected = fieldOf(recorded('openai-responses/code-interpreter-next-turn.request.json'), 'input').slice(1, -1)
    expect(sent.map(({ type, id }) => [type, id])).toEqual(expected.map(({ type, id }) => [type, id]))
    for (const [index, item] of expected.entries()) expect(sent[index]).toMatchObject(item)
  })
})
