import { afterEach, expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import { frame, playAnswers } from '../../../support/play-recording.ts'
import type { Playback } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest, outcomeOf, TEST_KEY } from '../../../support/provider-outcome.ts'
import { text } from '../../../support/expected-answer.ts'

/** The connection breaks in the event of the figures, which stands behind a whole answer. */

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

const chunk = (choice: object): Buffer =>
  frame(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] }))
const WORDS = chunk({ delta: { role: 'assistant', content: 'Hi' }, finish_reason: null })
const END = chunk({ delta: {}, finish_reason: 'stop' })
const HALF_USAGE = Buffer.from('data: {"id":"chatcmpl-1","choices":[],"usage":{"prompt_tok')

type LastWord = 'reset' | 'end' | 'silence'

async function answered(events: readonly Buffer[], last: LastWord) {
  playback = await playAnswers((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(events), () => {
      if (last === 'end') response.end()
      // The client has read what was written before the connection goes.
      if (last === 'reset') setImmediate(() => response.destroy())
    })
  })
  const connection = { key: TEST_KEY, baseUrl: playback.url, idleTimeoutMs: last === 'silence' ? 60 : 20_000 }
  const provider = createCompatibleProvider(VENDORS.local, connection)
  return outcomeOf(await eventsOf(provider, helloRequest('openai')), provider)
}

it.each<LastWord>(['reset', 'end', 'silence'])('an answer with its finish reason is whole: %s', async (last) => {
  const outcome = await answered([WORDS, END, HALF_USAGE], last)
  expect(outcome.error).toBeUndefined()
  expect([outcome.finishReason, outcome.blocks]).toMatchObject(['STOP', [text('Hi')]])
  expect(outcome.usage).toBeNull()
})

it('figures without a number are no figures', async () => {
  const figures = frame(JSON.stringify({ choices: [], usage: {} }))
  expect((await answered([WORDS, END, figures], 'end')).usage).toBeNull()
})

it.each<LastWord>(['reset', 'end', 'silence'])('an answer without one is not: %s', async (last) => {
  const outcome = await answered([WORDS, HALF_USAGE], last)
  expect([outcome.error?.retryable, outcome.finishReason]).toEqual([true, undefined])
})

it('an error that the server reports behind the finish reason is an error', async () => {
  const error = frame(JSON.stringify({ error: { message: 'Slow down', code: 429 } }))
  expect((await answered([WORDS, END, error], 'end')).error?.category).toBe('RATE_LIMIT')
})
