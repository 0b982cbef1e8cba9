import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { MACHINE_FACT_NAMES } from '../../src/shared/machine-facts.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

let workspace: Workspace
afterEach(() => workspace.remove())

it('says on about ten lines what a new machine lacks, and makes nothing', async () => {
  workspace = await makeWorkspace({}, { isNew: true })
  const { code, stdout, stderr } = await runIkigai(['doctor'], workspace.environment)

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(MACHINE_FACT_NAMES.length)
  expect(lines[0]).toMatch(/^error +Keys: none; .*\. Run: export ANTHROPIC_API_KEY=KEY$/)
  expect(stdout).toMatch(/^warning Keychain: .*\(The keychain is switched off\)$/m)
  expect(stdout).toMatch(/^ok +Database: embedded, made at the first start$/m)
  expect(existsSync(join(workspace.directory, 'data', 'postgres'))).toBe(false)
})

const WITH_KEY = { MISTRAL_API_KEY: 'key' }
const OPEN = { name: 'database', state: 'ok', found: 'embedded', problem: null, command: null }
const REFUSED = { name: 'database', state: 'error', problem: expect.stringContaining('ECONNREFUSED') }

it.each([
  [WITH_KEY, 0, OPEN],
  [{ ...WITH_KEY, DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 1, expect.objectContaining(REFUSED)],
])('counts keys of the environment, and looks at the database: %j', async (environment, code, database) => {
  workspace = await makeWorkspace(environment)
  const found = await runIkigai(['doctor', '--json'], workspace.environment)

  expect(found).toMatchObject({ code, stderr: '' })
  const facts: unknown = JSON.parse(found.stdout)
  expect(facts).toHaveLength(MACHINE_FACT_NAMES.length)
  expect(facts).toContainEqual({ name: 'keys', state: 'ok', found: 'Mistral', problem: null, command: null })
  expect(facts).toContainEqual(database)
})
