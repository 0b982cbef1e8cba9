import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { DIALECTS } from '../support/provider-simulator/endpoint-dialects.ts'
import { type DialectServer, startDialect } from '../support/provider-simulator/start-dialect.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

let workspace: Workspace
let simulator: Simulator
let server: DialectServer

beforeAll(async () => {
  workspace = await makeWorkspace()
  simulator = await startSimulator()
  server = await startDialect({ ...DIALECTS.together, key: 'x-api-key' }, simulator)
})
afterAll(async () => {
  await server.close()
  await simulator.close()
  await workspace.remove()
})

it('adds an endpoint with a header, lists and tries it, asks its model, and removes it', async () => {
  const { environment } = workspace
  const run = (...args: readonly string[]) => runIkigai([...args], environment)
  const added = await run(
    'endpoints',
    'add',
    'team',
    '--kind',
    'openai-chat',
    '--url',
    server.baseUrl,
    '--header',
    'x-api-key=endpoint-key',
  )
  expect(added).toMatchObject({ code: 0, stderr: '' })

  const listed = await run('endpoints', 'list', '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject({ name: 'team', isConfigured: true, key: 'none' })
  expect(listed.stdout).not.toContain('endpoint-key')

  const tried = await run('endpoints', 'try', 'team/openai/gpt-oss-120b', '--json')
  expect(tried.code).toBe(0)
  expect(JSON.parse(tried.stdout)).toMatchObject({
    error: null,
    answer: { status: 200 },
    request: { url: `${server.baseUrl}/chat/completions` },
  })
  expect(tried.stdout).not.toContain('endpoint-key')

  expect((await run('models')).stdout).toContain('team/openai/gpt-oss-120b')
  expect((await run('models', 'team')).stdout).toContain('team/openai/gpt-oss-120b')
  const begun = await run('run', '--json', 'Hello')
  expect(begun).toMatchObject({ code: 0, stdout: expect.stringContaining('"team/openai/gpt-oss-120b"') })
  const answered = await run('run', '--model', 'team/openai/gpt-oss-120b/high', 'Hello')
  expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello from the provider simulator.') })
  const missing = await run('run', '--model', 'nobody/m', 'Hello')
  expect(missing).toMatchObject({ stderr: expect.stringContaining('Unknown endpoint: nobody. Endpoints: team.') })
  expect(missing.code).not.toBe(0)

  expect(await run('endpoints', 'remove', 'team')).toMatchObject({ code: 0 })
  expect(await readFile(join(environment['IKIGAI_CONFIG_DIR'] ?? '', 'config.json'), 'utf8')).not.toContain('team')
})
