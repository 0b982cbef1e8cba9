import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { DIALECTS } from '../support/provider-simulator/endpoint-dialects.ts'
import { type DialectServer, startDialect } from '../support/provider-simulator/start-dialect.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

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

const run = (...args: readonly string[]) => runIkigai(args, workspace.environment)
const withKey = (key: string, ...args: readonly string[]) =>
  startIkigai([...args, '--key-stdin'], workspace.environment, undefined, key).finished
const stored = (name: string) => readFile(join(workspace.environment['IKIGAI_CONFIG_DIR'] ?? '', name), 'utf8')

it('saves a key from stdin, uses it, and forgets it with the endpoint', async () => {
  const address = ['--kind', 'openai-chat', '--url', server.baseUrl, '--model', 'openai/gpt-oss-120b']
  const added = await withKey(
    ' endpoint-key\n',
    'endpoints',
    'add',
    'second',
    ...address,
    '--header',
    'x-api-key=wrong',
  )
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(await stored('config.json')).not.toContain('endpoint-key')
  expect(await stored('credentials.json')).toContain('endpoint-key')
  expect(JSON.parse((await run('endpoints', 'list', '--json')).stdout)).toMatchObject({ name: 'second', key: 'stored' })
  const refused = await run('endpoints', 'try', 'second', '--json')
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { category: 'AUTH' }, answer: { status: 401 } })
  expect(refused.stdout + refused.stderr).not.toContain('endpoint-key')

  expect(await run('endpoints', 'remove', 'second')).toMatchObject({ code: 0, stdout: 'second was removed.\n' })
  expect(await stored('credentials.json')).not.toContain('endpoint-key')
  await run('endpoints', 'add', 'second', ...address)
  expect(JSON.parse((await run('endpoints', 'list', '--json')).stdout)).toMatchObject({ name: 'second', key: 'none' })
  await run('endpoints', 'remove', 'second')
})

it('refuses a key that cannot be one, and keeps none', async () => {
  const refused = await withKey('two words', 'endpoints', 'add', 'groq')
  expect(refused).toMatchObject({ stderr: expect.stringContaining('a character that no key has') })
  expect(refused.code).not.toBe(0)
  expect(await stored('credentials.json')).not.toContain('two words')
  await run('endpoints', 'remove', 'groq')
})

it('adds an endpoint that signs in with a cloud, and says what is wrong with others', async () => {
  const aws = ['--url', `${server.baseUrl}/openai/v1`, '--auth', 'aws', '--profile', 'team', '--model', 'm']
  expect(await run('endpoints', 'add', 'bedrock', ...aws)).toMatchObject({ code: 0, stderr: '' })
  const listed = await run('endpoints', 'list', '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject({
    name: 'bedrock',
    key: 'cloud',
    entry: { auth: 'aws', profile: 'team' },
  })
  const tried = await run('endpoints', 'try', 'bedrock')
  expect(tried.stdout + tried.stderr).toContain('names no region. Set AWS_REGION')
  await run('endpoints', 'remove', 'bedrock')

  const wrong = async (...args: readonly string[]) => (await run('endpoints', 'add', ...args)).stderr
  expect(await wrong('azure', '--url', 'https://evil.example/v1', '--auth', 'azure')).toContain(
    'base_url must be an address of Azure with https',
  )
  expect(await wrong('x', '--kind', 'openai-chat', '--url', server.baseUrl, '--auth', 'ibm')).toContain(
    'auth must be google, aws, azure',
  )
  expect(await wrong('azure', '--auth', 'azure')).toContain('Give it with --url https://RESOURCE.openai.azure.com')
  const both = ['--auth', 'google', '--token-command', 'gcloud auth print-access-token']
  expect(await wrong('vertex', '--url', server.baseUrl, ...both)).toContain('together with token_command')
  expect((await run('endpoints', 'list')).stdout).toBe('')
})
