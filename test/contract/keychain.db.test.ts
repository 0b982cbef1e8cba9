import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { missingForKeychain, openKeychainSession, reportMissing } from '../support/keychain-session.ts'
import type { KeychainResult } from '../../src/main/adapters/credentials/keychain-port.ts'
import type { DriverOperation } from '../support/keychain-driver.ts'
import type { KeychainSession } from '../support/keychain-session.ts'
import { untyped } from '../support/untyped.ts'

const execute = promisify(execFile)
const DRIVER = fileURLToPath(new URL('../support/keychain-driver.ts', import.meta.url))
const SOURCE = new URL('../../src/main/adapters/credentials/keychain.ts', import.meta.url).href

interface Performed {
  readonly results: readonly KeychainResult<string | null>[]
  readonly wentOn: boolean
}

async function perform(
  environment: NodeJS.ProcessEnv,
  operations: readonly DriverOperation[],
  timeoutMs = 20_000,
): Promise<Performed> {
  const args = [DRIVER, SOURCE, JSON.stringify(operations), String(timeoutMs)]
  const { stdout } = await execute(process.execPath, args, { env: environment })
  return untyped<Performed>(JSON.parse(stdout))
}

function problemKinds(results: Performed['results']): readonly string[] {
  return results.map((result) => (result.ok ? 'ok' : result.problem.kind))
}

const missing = missingForKeychain()
if (missing !== null) reportMissing(missing)

describe.skipIf(missing !== null)('the system keychain', () => {
  let session: KeychainSession
  beforeEach(async () => {
    session = await openKeychainSession()
  })
  afterEach(() => session.close())

  it('keeps a secret from one run of the app to the next, until it is removed', async () => {
    const first = await perform(session.environment, [
      ['get', 'anthropic'],
      ['set', 'anthropic', 'sk-ant-1'],
      ['set', 'openai', 'sk-2'],
      ['set', 'anthropic', 'sk-ant-3'],
    ])
    const second = await perform(session.environment, [
      ['get', 'anthropic'],
      ['remove', 'anthropic'],
      ['remove', 'anthropic'],
      ['get', 'anthropic'],
      ['get', 'openai'],
    ])
    const values = [...first.results, ...second.results]
    expect(values).toEqual(
      [null, null, null, null, 'sk-ant-3', null, null, null, 'sk-2'].map((value) => ({ ok: true, value })),
    )
  })

  it('says locked, which is not the same as no secret', async () => {
    await perform(session.environment, [['set', 'anthropic', 'sk-ant-1']])
    await session.lock()
    const { results } = await perform(session.environment, [
      ['get', 'anthropic'],
      ['set', 'anthropic', 'sk-ant-2'],
    ])
    expect(problemKinds(results)).toEqual(['locked', 'locked'])
  })

  it('gives up on a service that hangs, while the app goes on', async () => {
    session.freeze()
    const { results, wentOn } = await perform(session.environment, [['get', 'anthropic']], 100)
    expect({ kinds: problemKinds(results), wentOn }).toEqual({ kinds: ['timeout'], wentOn: true })
  })

  it('asks no more of a service that hangs, and uses it again when it is back', async () => {
    session.freeze()
    const { results } = await perform(
      session.environment,
      [
        ['get', 'anthropic'],
        ['set', 'anthropic', 'sk-not-asked'],
        ['thaw', String(session.servicePid)],
        ['get', 'anthropic'],
        ['get', 'anthropic'],
      ],
      1_000,
    )
    const timeout = { ok: false, problem: { kind: 'timeout', detail: 'The keychain did not answer in time.' } }
    const nothing = { ok: true, value: null }
    expect(results).toEqual([timeout, timeout, 'thawed', nothing, nothing])
  })
})

it.skipIf(missing !== null)(
  'says that there is no service where there is no bus, and invents no other store',
  async () => {
    const environment = { PATH: process.env['PATH'], HOME: '/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' }
    const { results } = await perform(environment, [
      ['set', 'anthropic', 'sk-ant-1'],
      ['get', 'anthropic'],
    ])
    expect(problemKinds(results)).toEqual(['no_service', 'no_service'])
  },
)
