import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { CloudSignIn } from '../../../../src/main/adapters/providers/endpoints/cloud-sign-in.ts'
import { TokenCommands } from '../../../../src/main/adapters/providers/endpoints/token-command.ts'
import type { EndpointEntry } from '../../../../src/shared/endpoints/endpoint-entry.ts'
import { ENDPOINT_PRESETS, type PresetName } from '../../../../src/shared/endpoints/endpoint-presets.ts'
import {
  ACCOUNT_KEY,
  AWS_REGION,
  AZURE_RESOURCE,
  CloudAccount,
  countingProgram,
  GOOGLE_SCOPE,
} from '../../../support/cloud-account.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { ModelConversation, type TestModel } from '../../../support/model-conversation.ts'
import { DIALECTS } from '../../../support/provider-simulator/endpoint-dialects.ts'
import {
  type DialectRequest,
  type DialectServer,
  startDialect,
} from '../../../support/provider-simulator/start-dialect.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'
import type { Simulator } from '../../../support/provider-simulator/simulator.ts'
import { startTokenServer } from '../../../support/token-server.ts'

/** Tokens that end in the middle of a turn, for every way to sign in, at servers that check scope, signature and end. */

let simulator: Simulator
let account: CloudAccount
let tokens: Awaited<ReturnType<typeof startTokenServer>>
let server: DialectServer | undefined
let directory: string

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())
beforeEach(async () => {
  account = new CloudAccount()
  tokens = await startTokenServer((request) => account.answer(request))
  directory = await mkdtemp(join(tmpdir(), 'ikigai-renewal-'))
  vi.stubEnv('HOME', directory)
  vi.stubEnv('CLOUDSDK_CONFIG', directory)
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
  await tokens.close()
  await rm(directory, { recursive: true, force: true })
})

type Environment = Readonly<Record<string, string>>

/** A way to sign in: prepares this machine for it, and returns the environment or the part of the entry. */
interface Way {
  readonly name: string
  readonly presets: readonly PresetName[]
  readonly prepare: () => Promise<{ readonly environment?: Environment; readonly entry: Partial<EndpointEntry> }>
  readonly refuses: (request: DialectRequest) => ReturnType<CloudAccount['refusesToken']>
}

const TENANT = { AZURE_TENANT_ID: 't-1', AZURE_CLIENT_ID: 'c-1' }
const azure = (name: string, environment: () => Promise<Environment> | Environment): Way => ({
  name,
  presets: ['azure', 'foundry'],
  prepare: async () => ({
    environment: { AZURE_AUTHORITY_HOST: tokens.url, ...(await environment()) },
    entry: { auth: 'azure' },
  }),
  refuses: (request) => account.refusesToken(AZURE_RESOURCE, request),
})
const google = (name: string, prepare: () => Promise<void> | void): Way => ({
  name,
  presets: ['vertex', 'vertex-claude'],
  prepare: async () => {
    await prepare()
    return { entry: { auth: 'google' } }
  },
  refuses: (request) => account.refusesToken(GOOGLE_SCOPE, request),
})

const WAYS: readonly Way[] = [
  azure('the secret of an app in Entra', () => ({ ...TENANT, AZURE_CLIENT_SECRET: 'client-secret-1' })),
  azure('the file of a workload', async () => {
    await writeFile(join(directory, 'federated'), 'file-assertion-1\n')
    return { ...TENANT, AZURE_FEDERATED_TOKEN_FILE: join(directory, 'federated') }
  }),
  azure('the identity of an app', () => ({
    IDENTITY_ENDPOINT: `${tokens.url}/msi/token`,
    IDENTITY_HEADER: 'identity-header-1',
  })),
  azure('the identity of a machine', () => ({ AZURE_POD_IDENTITY_AUTHORITY_HOST: tokens.url })),
  azure('az', async () => {
    const print = `console.log(JSON.stringify({ accessToken: ${account.issueMany(AZURE_RESOURCE)}[n - 1], expiresIn: 3600 }))`
    await countingProgram(directory, 'az', print)
    return { AZURE_POD_IDENTITY_AUTHORITY_HOST: 'http://127.0.0.1:9', PATH: directory }
  }),
  google('the file of a service account', async () => {
    const key = { type: 'service_account', client_email: 'agent@p1.example', private_key: ACCOUNT_KEY }
    await writeFile(join(directory, 'account.json'), JSON.stringify({ ...key, private_key_id: 'k1', project_id: 'p1' }))
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', join(directory, 'account.json'))
  }),
  google('gcloud auth application-default login', async () => {
    const user = { client_id: 'c1', client_secret: 'client-secret-1', refresh_token: '1//refresh-token-1' }
    const text = JSON.stringify({ type: 'authorized_user', ...user, scope: GOOGLE_SCOPE })
    await writeFile(join(directory, 'application_default_credentials.json'), text)
  }),
  google('the metadata server of Google Cloud', () => {
    vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present')
    vi.stubEnv('GCE_METADATA_HOST', tokens.url.replace('http://', ''))
  }),
  {
    name: 'a profile of AWS',
    presets: ['bedrock', 'bedrock-claude'],
    prepare: async () => {
      const parts = `AccessKeyId: 'AKIAPROGRAM' + n, SecretAccessKey: 'secret-key-' + n, SessionToken: 'session-token-' + n`
      const end = `readFileSync(${JSON.stringify(endFile())}, 'utf8')`
      await countingProgram(directory, 'aws', `console.log(JSON.stringify({ ${parts}, Expiration: ${end} }))`)
      writeEnd()
      return { environment: { PATH: directory, AWS_REGION }, entry: { auth: 'aws', profile: 'team' } }
    },
    refuses: (request) => account.refusesSignature(request),
  },
  {
    name: 'token_command',
    presets: ['groq', 'minimax', 'azure', 'vertex'],
    prepare: async () => {
      const print = `console.error('noise'); console.log(JSON.stringify({ access_token: ${account.issueMany('any')}[n - 1], expires_in: 3600 }))`
      return { entry: { token_command: [await countingProgram(directory, 'print-token', print)] } }
    },
    refuses: (request) => account.refusesToken('any', request),
  },
  {
    name: 'token_command at a server that says 403',
    presets: ['bedrock'],
    prepare: async () => {
      const print = `console.log(JSON.stringify({ access_token: ${account.issueMany('any')}[n - 1], expires_in: 3600 }))`
      return { entry: { token_command: [await countingProgram(directory, 'print-token', print)] } }
    },
    refuses: (request) => {
      const refusal = account.refusesToken('any', request)
      return refusal === null ? null : { status: 403, message: 'Authentication failed: Bearer Token has expired' }
    },
  },
]

/** The program of AWS reads the end of its keys from a file, because the account has a clock of its own. */
const endFile = (): string => join(directory, 'end')
const writeEnd = (): void => writeFileSync(endFile(), account.endOfKeys())

/** The model of a service that is signed in to in that way. */
async function modelAt(preset: PresetName, { prepare, refuses }: Way): Promise<TestModel> {
  const dialect = DIALECTS[preset]
  server = await startDialect(dialect, simulator, refuses)
  const { environment = {}, entry } = await prepare()
  const now = (): number => account.time
  const provider = await endpointAt(
    { preset, base_url: server.baseUrl, models: [dialect.model], ...entry },
    {
      clouds: new CloudSignIn({ environment, now, request: redirected }),
      tokens: new TokenCommands({ environment: process.env, now }),
    },
  )
  return { provider, choice: { provider: 'endpoint', model: `${preset}/${dialect.model}`, thinkingLevel: 'low' } }
}

/** Requests to Google's servers of tokens come to those of the test; others are theirs already. */
const redirected: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return url.startsWith('http://127.0.0.1') ? fetch(input, init) : tokens.redirected(input, init)
}

/** Answers four requests of a turn: three with calls, then one with a text. `after` runs before each is answered. */
function answerFour(after: (request: number) => void): void {
  let requests = 0
  simulator.answerWith(() => {
    after((requests += 1))
    if (requests % 4 === 0) return { type: 'script', blocks: [{ type: 'text', text: 'Done.' }] }
    const call = { type: 'tool_call', name: 'read', arguments: { path: `file ${requests}` } } as const
    return { type: 'script', blocks: [{ type: 'thinking', text: 'Thought.' }, call] }
  })
}

const CASES = WAYS.flatMap((way) => way.presets.map((preset) => [way.name, preset, way] as const))

describe.each(CASES)('%s, at %s', (_, preset, way) => {
  it('is renewed before its end in the middle of a turn, so that nothing is refused', async () => {
    const model = await modelAt(preset, way)
    answerFour(() => {
      account.time += 3_500_000
      writeEnd()
    })
    expect(await new ModelConversation().turn(model, 'Look at all.')).toBe(4)
    expect(server?.refused).toEqual([])
  })

  it('is renewed once when the server ends it in the middle of a turn', async () => {
    const model = await modelAt(preset, way)
    answerFour((request) => {
      if (request === 2) account.endUsed()
    })
    expect(await new ModelConversation().turn(model, 'Look at all.')).toBe(4)
    expect(server?.refused).toHaveLength(1)
  })

  it('that is refused again is an error with words, without the token', async () => {
    const model = await modelAt(preset, way)
    answerFour((request) => {
      account.isClosed = request >= 2
    })
    const failed = await new ModelConversation().turn(model, 'Look at all.').catch((error: unknown) => String(error))
    expect(failed).toContain(ENDPOINT_PRESETS[preset].label)
    expect(failed).not.toMatch(/secret-token|session-token|secret-key/)
    expect(server?.refused).toHaveLength(2)
  })
})

it.each([
  ['azure', AZURE_RESOURCE],
  ['vertex', GOOGLE_SCOPE],
] as const)('a token for another scope is refused by %s in words, and not renewed', async (preset, scope) => {
  const print = `console.log(${account.issueMany('another scope')}[n - 1])`
  const command = await countingProgram(directory, 'print-token', print)
  const way: Way = {
    name: 'token_command',
    presets: [preset],
    prepare: () => Promise.resolve({ entry: { token_command: [command] } }),
    refuses: (request) => account.refusesToken(scope, request),
  }
  const model = await modelAt(preset, way)
  await expect(new ModelConversation().turn(model, 'Look.')).rejects.toThrow(/insufficient authentication scopes/)
  expect(server?.refused).toHaveLength(1)
})
