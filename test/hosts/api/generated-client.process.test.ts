import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../../support/close-all.ts'
import { connect } from '../../../client/connect.mjs'
import { ROOT, TOOLS } from '../../../scripts/project.ts'
import { ApiTokens } from '../../../src/main/hosts/api/api-tokens.ts'
import { type ApiServer, serveApi } from '../../../src/main/hosts/api/serve-api.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { createScriptedEngine, SCRIPTED_AGENT, type ScriptedEngine } from '../../support/scripted-engine.ts'

/** A client that swagger-typescript-api generates from the description, beside the typed client of this repository. */
interface Client {
  submit(text: string): Promise<unknown>
  cancel(): Promise<unknown>
}

interface GeneratedApi {
  readonly agents: Readonly<Record<'agentsSubmit' | 'agentsCancel', (input: object) => Promise<{ data: unknown }>>>
}
type GeneratedConstructor = new (config: object) => GeneratedApi
const moduleSchema = z.object({ Api: z.custom<GeneratedConstructor>((value) => typeof value === 'function') })
const thrownSchema = z.object({ error: z.unknown() })

let directory: string
let engine: ScriptedEngine
let server: ApiServer
let token: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-generated-'))
  engine = createScriptedEngine()
  const tokens = new ApiTokens(directory)
  const logger = createRecordingLogger()
  const served = await serveApi(engine, { address: '127.0.0.1', port: 0, tokens, version: '1.2.3', logger })
  if (!served.ok) throw new Error(served.error.message)
  server = served.value
  token = await tokens.add('test', 'full')
  const response = await fetch(`${server.url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  await writeFile(join(directory, 'openapi.json'), await response.text())
  const input = join(directory, 'openapi.json')
  await generateApi({ input, output: directory, fileName: 'api.ts', silent: true, cleanOutput: false })
})
afterAll(() => closeAll(server, directory))

function typedClient(): Client {
  const { agents } = connect({ url: server.url, token })
  return {
    submit: (text) => agents.submit({ agentId: SCRIPTED_AGENT, text }),
    cancel: () => agents.cancel({ agentId: SCRIPTED_AGENT }),
  }
}

async function generatedClient(): Promise<Client> {
  const { Api } = moduleSchema.parse(await import(/* @vite-ignore */ pathToFileURL(join(directory, 'api.ts')).href))
  const headers = { authorization: `Bearer ${token}` }
  const { agents } = new Api({ baseUrl: server.url, baseApiParams: { headers } })
  // It throws the whole response for a status that is not 2xx.
  const answerOf = (call: Promise<{ data: unknown }>): Promise<unknown> =>
    call.then(
      ({ data }) => data,
      (thrown: unknown) => thrownSchema.parse(thrown).error,
    )
  return {
    submit: (text) => answerOf(agents.agentsSubmit({ agentId: SCRIPTED_AGENT, text })),
    cancel: () => answerOf(agents.agentsCancel({ agentId: SCRIPTED_AGENT })),
  }
}

describe.each([
  ['the typed client', () => Promise.resolve(typedClient())],
  ['a generated client', generatedClient],
])('%s', (_name, open) => {
  it('gets the answers and the expected failures of operations', async () => {
    const client = await open()
    expect(await client.submit('Grüße')).toMatchObject({ ok: true, value: { turnStarted: false } })
    expect(engine.calls.at(-1)).toEqual(['agents.submit', expect.objectContaining({ text: 'Grüße' })])
    const error = { category: 'REFUSED', message: 'No agents.cancel here.', retryable: false }
    expect(await client.cancel()).toMatchObject({ ok: false, error })
  })
})

/** Compiles only if the description has the types of answers: a wrong field is an error, which the comment demands. */
const USE = `
import { Api } from './api.ts'

const { agents } = new Api()
export async function nameOf(): Promise<string> {
  const { data } = await agents.agentsCreate({ name: 'x' })
  if (!data.ok) return data.error.category
  // @ts-expect-error no such field
  data.value.nonsense
  return data.value.name
}
`

it('gives a generated client the types of the contract', async () => {
  await writeFile(join(directory, 'use.ts'), USE)
  const flags = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--target', 'es2024', '--module', 'esnext']
  const types = ['--types', '', '--ignoreConfig', '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable']
  const compiler = join(ROOT, 'node_modules', TOOLS.tsc)
  const compiled = promisify(execFile)(process.execPath, [compiler, ...flags, ...types, 'use.ts'], { cwd: directory })
  expect(await compiled.catch((error: unknown) => error)).toMatchObject({ stdout: '' })
})
