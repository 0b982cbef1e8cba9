import { afterEach, expect, it } from 'vitest'

import { deliver, frame, playAnswers, type Playback } from '../../support/play-recording.ts'
import { eventsOf, helloRequest, outcomeOf, providerFor } from '../../support/provider-outcome.ts'

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

it.each([
  ['anthropic', [{ type: 'message_start', message: { id: 'msg_1', model: 'claude' } }, { type: 'message_stop' }]],
  ['openai', [{ type: 'response.completed', response: { id: 'resp_1', status: 'completed', usage: null } }]],
  ['google', [{ candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }]],
] as const)('%s: usage that is not reported is not known, and not zero', async (wire, events) => {
  const frames = events.map((event) => frame(JSON.stringify(event)))
  playback = await playAnswers((response) => deliver(response, frames))
  const provider = providerFor(wire, playback)
  const outcome = outcomeOf(await eventsOf(provider, helloRequest(wire)), provider)
  expect([outcome.error, outcome.usage]).toEqual([undefined, null])
})
