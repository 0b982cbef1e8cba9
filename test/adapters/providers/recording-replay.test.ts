import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { ModelConversation } from '../../support/model-conversation.ts'
import { allRecordings } from '../../support/provider-simulator/recordings.ts'
import type { Recording } from '../../support/provider-simulator/recordings.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

/** Every recorded answer is stored, assembled for the provider that it came from, and asked about again. */

/** Recordings that are an error from the start or in the middle: nothing is stored that could be replayed. */
const FAILING = new Set([
  'anthropic/spliced-message-start.chunks.jsonl',
  'anthropic/unary-parallel-tools-4.json',
  'openai-responses/response-failed.chunks.jsonl',
  'gemini/error-mid-stream.sse',
  'gemini/invalid-json.sse',
  'gemini/malformed-content.sse',
  'gemini/unary-unexpected-tool-call.json',
  'openai-compatible/groq-error-mid-stream.sse',
  'openrouter/error-and-length.sse',
])

const HOSTS: Readonly<Record<string, ApiProviderName>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai',
  gemini: 'google',
  xai: 'xai',
  mistral: 'mistral',
  moonshot: 'moonshot',
  openrouter: 'openrouter',
}

/** Where a recording is played and replayed: to the provider that it came from, others' to a server on this machine. */
function hostOf({ file }: Recording): ApiProviderName {
  return HOSTS[file.split('/')[0] ?? ''] ?? 'local'
}

const RECORDED = allRecordings().filter(
  ({ file, format, wire }) =>
    format !== 'http-error' && !FAILING.has(file) && !(wire === 'chat' && file.startsWith('xai/')),
)

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

/** Whatever model the recorded answer names, it is the asked model's own. */
async function answered(recording: Recording): Promise<{ host: ApiProviderName; conversation: ModelConversation }> {
  const host = hostOf(recording)
  const conversation = new ModelConversation()
  conversation.user('Hi')
  simulator.play(recording.file, { host })
  const calls = await conversation.ask(await testModelAt(simulator, host))
  for (const { id } of calls) conversation.result(id)
  if (calls.length === 0) conversation.user('Go on')
  return { host, conversation }
}

it.each(RECORDED.map((recording) => [recording.file, recording] as const))(
  '%s goes back to its provider without a complaint',
  async (_file, recording) => {
    const { host, conversation } = await answered(recording)
    const before = simulator.requests.length
    await conversation.ask(await testModelAt(simulator, host))
    expect(simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([undefined])
  },
)
