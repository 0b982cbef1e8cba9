import type { AppError } from '../../../../shared/app-error.ts'
import type { EndpointTrial } from '../../../../shared/endpoints/endpoint-trial.ts'
import { HIDDEN_VALUE } from '../../../../shared/hidden-values.ts'
import { hideSecrets } from '../../../../shared/known-secrets.ts'
import type { Provider } from '../../../core/ports/provider-ports.ts'

/** Longest part of a body that is shown, UTF-16 units. */
const MAX_SHOWN = 8_000
/** Longest part that is kept, UTF-16 units: a token at the end of what is shown is hidden only if it is there as a whole. */
const MAX_KEPT = 16_000
/** The headers whose values say nothing about the user. */
const HARMLESS = /^(accept|content-type|anthropic-version|anthropic-beta|user-agent)$/

/** Keeps the last request of an endpoint and its answer. */
export class TrialRecorder {
  #request: EndpointTrial['request'] = null
  #status = 0
  #body = ''

  /** Returns a fetch that notes what passes. */
  noteIn(inner: typeof fetch): typeof fetch {
    return async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const headers = Object.fromEntries(
        [...new Headers(init?.headers)].map(([name, value]) => [name, HARMLESS.test(name) ? value : HIDDEN_VALUE]),
      )
      this.#request = { url: shown(url), headers, body: shown(typeof init?.body === 'string' ? init.body : '') }
      this.#status = 0
      this.#body = ''
      const response = await inner(input, init)
      this.#status = response.status
      const decoder = new TextDecoder()
      const noted = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (this.#body.length < MAX_KEPT)
            this.#body = (this.#body + decoder.decode(chunk, { stream: true })).slice(0, MAX_KEPT)
          controller.enqueue(chunk)
        },
      })
      const { status, statusText, headers: answered } = response
      return new Response(response.body?.pipeThrough(noted) ?? null, { status, statusText, headers: answered })
    }
  }

  request(): EndpointTrial['request'] {
    return this.#request
  }

  answer(): EndpointTrial['answer'] {
    return this.#status === 0 ? null : { status: this.#status, body: shown(this.#body) }
  }
}

function shown(text: string): string {
  return hideSecrets(text).slice(0, MAX_SHOWN)
}

/** Asks a model for one word. */
export async function tryModel(provider: Provider, model: string, recorder: TrialRecorder, signal: AbortSignal) {
  let text = ''
  let error: AppError | null = null
  const request = {
    model,
    thinkingLevel: 'low',
    system: ['Answer with one word.'],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
    tools: [],
    maxOutputTokens: 1_024,
  } as const
  for await (const event of provider.stream(request, { signal, newToolCallId: () => 'call_1' })) {
    if (event.type === 'text_delta') text += event.text
    if (event.type === 'error') error = event.error
  }
  return { model, request: recorder.request(), answer: recorder.answer(), text: shown(text), error }
}
