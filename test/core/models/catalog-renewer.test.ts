import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCatalogSource, storedCatalog } from '../../../src/main/adapters/providers/catalog-store.ts'
import { createProviderFactory } from '../../../src/main/adapters/providers/create-provider-factory.ts'
import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { CatalogRenewer } from '../../../src/main/core/models/catalog-renewer.ts'
import type { ModelCatalog } from '../../../src/main/core/ports/provider-ports.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const NEW_MODEL = {
  id: 'claude-next-9',
  name: 'Claude Next 9',
  contextWindow: 2_000_000,
  maxOutput: 256_000,
  price: { input: 1, output: 5, cachedInput: 0.1 },
  input: ['text', 'image', 'pdf'],
  endsOn: '2029-01-31',
}
const CATALOG = {
  source: { renewedOn: '2027-03-01' },
  models: { anthropic: [NEW_MODEL], nobody: [{ id: 'unknown' }] },
}

const KEY = { source: 'file', endsIn: null, environmentName: 'KEY', keyUrl: '' } as const

let directory: string
let simulator: Simulator
let server: Server
let answer: { readonly status: number; readonly body: string }
let address: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-catalog-'))
  simulator = await startSimulator()
  answer = { status: 200, body: JSON.stringify(CATALOG) }
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/catalog.json`
})

afterEach(async () => {
  await simulator.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(directory, { recursive: true })
})

function renewer(catalog: ModelCatalog, modelCatalogUrl: string | null): CatalogRenewer {
  const config = { ...DEFAULT_CONFIG, modelCatalogUrl }
  const credentials = {
    ...fakeCredentials(),
    list: () => Promise.resolve(PROVIDER_NAMES.map((provider) => ({ ...KEY, provider }))),
  }
  const environment = simulator.environment()
  return new CatalogRenewer({
    catalog,
    catalogSource: createCatalogSource(directory),
    credentials,
    providers: createProviderFactory({ credentials, config, environment }),
    config,
    clock: { now: () => Date.parse('2027-03-02T12:00:00Z'), sleep: () => Promise.resolve() },
  })
}

const { signal } = new AbortController()

describe('a renewed catalogue', () => {
  it('has the models of the address, and is used at once and after the next start', async () => {
    const catalog = createModelCatalog()
    expect(catalog.find('anthropic', 'claude-next-9')).toBeNull()
    const renewed = valueOf(await renewer(catalog, address).renew(signal))
    expect(renewed.renewedOn).toBe('2027-03-02')
    const expected = {
      contextWindow: 2_000_000,
      endsOn: '2029-01-31',
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
      prices: [{ input: 1, output: 5 }],
    }
    expect(catalog.find('anthropic', 'claude-next-9')).toMatchObject(expected)
    const reopened = createModelCatalog(await storedCatalog(directory, createRecordingLogger()))
    expect(reopened.find('anthropic', 'claude-next-9')).toMatchObject(expected)
    expect(reopened.file().source).toMatchObject({ renewedOn: '2027-03-01', listedOn: '2027-03-02' })
  })

  it('keeps the providers that the address does not have', async () => {
    const catalog = createModelCatalog()
    const before = catalog.list('google').length
    await renewer(catalog, address).renew(signal)
    expect(catalog.list('google').length).toBeGreaterThanOrEqual(before)
  })

  it('has the limits of the providers’ own lists, without an address', async () => {
    const catalog = createModelCatalog()
    const renewed = valueOf(await renewer(catalog, null).renew(signal))
    expect(renewed.models).toBeGreaterThan(50)
    expect(renewed.problems).toEqual([])
    expect(catalog.list('xai').length).toBeGreaterThan(0)
    expect(catalog.find('anthropic', 'claude-opus-5')).toMatchObject({
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
      prices: [{}],
    })
  })

  it.each([
    ['not JSON', { status: 200, body: 'no' }, 'it is not JSON'],
    ['a page of errors', { status: 500, body: '' }, 'status 500'],
    ['another form', { status: 200, body: '{"models": []}' }, 'is not valid'],
    [
      'a negative price',
      {
        status: 200,
        body: JSON.stringify({
          ...CATALOG,
          models: { anthropic: [{ ...NEW_MODEL, price: { input: -1, output: 0, cachedInput: null } }] },
        }),
      },
      'models.anthropic.0.price.input',
    ],
    ['too much', { status: 200, body: ' '.repeat(5_000_001) }, 'larger than 5 MB'],
  ])('is not taken from %s; the built-in one stays', async (_name, body, problem) => {
    answer = body
    const catalog = createModelCatalog()
    const renewed = valueOf(await renewer(catalog, address).renew(signal))
    expect(renewed.problems.join('\n')).toContain(problem)
    expect(catalog.find('anthropic', 'claude-next-9')).toBeNull()
    expect(catalog.find('anthropic', 'claude-opus-5')).not.toBeNull()
  })
})

it('a damaged file is not used, and said', async () => {
  await writeFile(join(directory, 'model-catalog.json'), '{"source": {}}')
  const logger = createRecordingLogger()
  expect(await storedCatalog(directory, logger)).toBeNull()
  expect(await storedCatalog(join(directory, 'none'), logger)).toBeNull()
})

it('a built-in catalogue that is newer than the renewed one is used instead', () => {
  const old = { source: { renewedOn: '2020-01-01' }, models: { anthropic: [NEW_MODEL] } }
  expect(createModelCatalog(old).find('anthropic', 'claude-next-9')).toBeNull()
})

it('the stored file holds no key', async () => {
  await renewer(createModelCatalog(), null).renew(signal)
  const text = await readFile(join(directory, 'model-catalog.json'), 'utf8')
  expect(text).not.toMatch(/sk-|api[_-]?key/i)
})
