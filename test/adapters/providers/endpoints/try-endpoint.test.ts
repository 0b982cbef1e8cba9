import { expect, it } from 'vitest'

import { TrialRecorder } from '../../../../src/main/adapters/providers/endpoints/try-endpoint.ts'
import { learnSecrets } from '../../../../src/shared/known-secrets.ts'

const TOKEN = 'secret-token-of-a-trial-0123456789'

/** What is shown of an answer that comes in pieces. */
async function shownOf(pieces: readonly string[]): Promise<string> {
  learnSecrets([TOKEN])
  const recorder = new TrialRecorder()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const noted = recorder.noteIn(() => Promise.resolve(new Response(body)))
  await (await noted('http://127.0.0.1/v1', { headers: { 'x-team': TOKEN }, body: `{"echo":"${TOKEN}"}` })).text()
  return JSON.stringify([recorder.request(), recorder.answer()])
}

it.each([0, 1, 12, 33])('no part of a token is shown that an answer repeats at its end, cut at %i', async (at) => {
  const before = 'x'.repeat(8_000 - 20)
  const shown = await shownOf([before + TOKEN.slice(0, at), TOKEN.slice(at), 'x'.repeat(200_000)])
  expect(shown).toContain('"status":200')
  expect(shown).not.toContain('secret')
  expect(shown.length).toBeLessThan(10_000)
})

it('what is sent and what comes is shown up to its first thousands of characters', async () => {
  expect(await shownOf(['data: ', '{"text":"Hello"}'])).toContain(
    'data: {\\"text\\":\\"Hello\\"}'.replaceAll('\\\\', '\\'),
  )
})
