import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createSecretStore } from '../../../src/main/adapters/credentials/secret-store.ts'
import { createExportSigner, machineKey } from '../../../src/main/adapters/proof/log-signer.ts'
import { isSignedWith } from '../../../src/main/adapters/proof/signed-note.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { createMemoryKeychain } from '../../support/memory-keychain.ts'

const END = { lines: 3, head: 'ab'.repeat(32) }

let configDirectory: string

beforeEach(async () => {
  configDirectory = await mkdtemp(join(tmpdir(), 'ikigai-test-first-key-'))
})
afterEach(() => rm(configDirectory, { recursive: true, force: true }))

it('is the same for all processes that make it at one moment', async () => {
  const keychain = createMemoryKeychain()
  // Each answer lets the other processes go on.
  const slow = {
    ...keychain,
    get: async (account: string) => {
      const found = await keychain.get(account)
      await new Promise((resolve) => setImmediate(resolve))
      return found
    },
  }
  const stores = [1, 2, 3].map(() => createSecretStore({ configDirectory, keychain: slow }))
  const signed = await Promise.all(
    stores.map(async (secrets) => valueOf(await createExportSigner(secrets, async () => 'a-log').begin())(END)),
  )
  const key = (await machineKey(createSecretStore({ configDirectory, keychain }))) ?? ''
  expect(signed.map((note) => isSignedWith(note, key))).toEqual([true, true, true])
  expect(keychain.questions.filter((question) => question === 'set log-signing-key')).toHaveLength(1)
})
