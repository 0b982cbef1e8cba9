import { afterAll, beforeAll, expect, it } from 'vitest'

import { createProviderFactory } from '../../../src/main/adapters/providers/create-provider-factory.ts'
import type { ModelRequest, Provider } from '../../../src/main/core/ports/provider-ports.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'
import { helloRequest } from '../../support/provider-outcome.ts'
import { failedAnswer, textAnswer } from '../../support/provider-simulator/answer.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { brokenFact, generatedModel, type GeneratedModel, HOSTS } from '../../support/unknown-models.ts'

const MODELS = Number(process.env['IKIGAI_UNKNOWN_MODELS'] ?? 27)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 1)

let simulator: Simulator
const models = new Map<string, GeneratedModel>()
/** How often each fact of a model was the reason of a refusal. */
const refusals = new Map<string, number>()

beforeAll(async () => {
  const random = seededRandom(SEED)
  for (let index = 0; index < MODELS; index++) {
    const model = generatedModel(HOSTS[index % HOSTS.length] ?? 'openai', index, random)
    models.set(model.id, model)
  }
  simulator = await startSimulator({
    // Its own rules are those of the models that its tables know.
    strict: false,
    remembers: false,
    answerWith: ({ model, body }) => {
      const known = models.get(model)
      const broken = known === undefined ? null : brokenFact(known, body)
      if (broken === null) return textAnswer('Hello.')
      const key = `${model} ${broken.fact}`
      refusals.set(key, (refusals.get(key) ?? 0) + 1)
      return failedAnswer({ kind: 'bad_request', message: broken.words })
    },
  })
})

afterAll(() => simulator.close())

/** Every level and option that an agent may have, one after the other. */
function requestsOf(model: string): readonly ModelRequest[] {
  const plain = helloRequest('openai', { model })
  const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }]
  const levels = (['none', 'low', 'med', 'high', 'xhigh', 'max'] as const).map((thinkingLevel) => ({
    ...plain,
    thinkingLevel,
    maxOutputTokens: 60_000,
  }))
  return [
    ...levels,
    { ...plain, options: { temperature: 0.5 } },
    { ...plain, options: { verbosity: 'low' } },
    { ...plain, options: { service_tier: 'priority' } },
    { ...plain, system: ['Be brief.'] },
    { ...plain, tools },
    { ...plain, tools, toolChoice: 'none' },
    { ...plain, tools, toolChoice: { mode: 'required' } },
    { ...plain, tools, toolChoice: { mode: 'auto', parallelAllowed: false } },
  ]
}

/** Null: it was answered. */
async function failureOf(provider: Provider, request: ModelRequest): Promise<string | null> {
  const options = { signal: new AbortController().signal, newToolCallId: () => 'call_1' }
  for await (const event of provider.stream(request, options)) if (event.type === 'error') return event.error.message
  return null
}

it('asks unknown models at every level and with every option, and is refused once for each thing that they lack', async () => {
  const unanswered: string[] = []
  let asked = 0
  for (const { id, host } of models.values()) {
    const credentials = { ...fakeCredentials(), key: async () => 'sk-test' }
    const environment = simulator.environment()
    const made = await createProviderFactory({ credentials, config: DEFAULT_CONFIG, environment }).create(host)
    if (!made.ok) throw new Error(made.error.message)
    for (const round of [1, 2]) {
      for (const request of requestsOf(id)) {
        asked += 1
        const failure = await failureOf(made.value, request)
        if (failure !== null) unanswered.push(`${host} ${id} round ${round}: ${failure}`)
      }
    }
  }
  const repeated = [...refusals].filter(([, times]) => times > 1)
  const all = [...refusals.values()].reduce((sum, times) => sum + times, 0)
  process.stdout.write(
    `${models.size} unknown models, ${asked} requests: ${all} refusals, ${repeated.length} of them repeated, ` +
      `${unanswered.length} requests without an answer\n`,
  )
  expect(unanswered.slice(0, 20)).toEqual([])
  expect(repeated.slice(0, 20)).toEqual([])
  expect(all).toBeGreaterThan(MODELS)
})
