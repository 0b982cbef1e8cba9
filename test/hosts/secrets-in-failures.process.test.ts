import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { startAcpEditor } from '../support/acp-editor.ts'
import { Pane } from '../support/drive-agent.ts'
import { failedAnswer, type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { serveTestEngine } from '../support/serve-test-engine.ts'

/** What the process is given, in shapes that no pattern knows. */
const VARIABLES = {
  ODD_API_KEY: 'odd.PLANTED-variable',
  OTHER_TOKEN: 'other/PLANTED+token=',
  EXAMPLE_DATABASE: 'postgres://ada:database-PLANTED@db.example.com:5432/log',
}
const SERVER_HEADER = 'server-PLANTED-header'
const STORED_KEY = 'stored-PLANTED-key'
/** What every failure says: values that the process knows, and others of known shapes. */
const WORDS = [
  'The planted fault',
  VARIABLES.ODD_API_KEY,
  JSON.stringify(VARIABLES.OTHER_TOKEN),
  'connect to database-PLANTED failed',
  `the header ${SERVER_HEADER}`,
  `the key ${STORED_KEY}`,
  'sk-ant-api03-PLANTEDPLANTEDPLANTED',
  'authorization: Bearer PLANTED0123456789',
  'https://ada:PLANTED@gateway.example.com/v1?api_key=PLANTED',
  'eyJhbGciOiJIUzI1NiJ9.eyJPLANTEDIjoxfQ.PLANTED-signature',
].join(', ')

/** `Refuse.` and its like are refused by the provider; `Leak WAY.` is answered with a call. */
function answer({ body }: SimulatorRequest): ReturnType<typeof failedAnswer> | ScriptedAnswer {
  const text = JSON.stringify(body)
  if (text.lastIndexOf('Still there?') >= 0) return textAnswer('Fine.')
  const [, way] = /.*"Leak (\w+)\./.exec(text) ?? []
  if (way === undefined) return failedAnswer({ kind: 'bad_request', message: WORDS })
  if (text.lastIndexOf('internal error') > text.lastIndexOf('Leak ')) return textAnswer('Seen.')
  return { type: 'script', blocks: [{ type: 'tool_call', name: 'leak', arguments: { way } }] }
}

let simulator: Simulator
let workspace: Workspace
/** What each surface said. */
const said = new Map<string, string>()

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer })
  workspace = await makeWorkspace({
    ...simulator.environment(),
    ...VARIABLES,
    ANTHROPIC_API_KEY: '',
    LEAKED_WORDS: WORDS,
  })
  await configure(workspace)
  await serve(workspace)
  await runCommands(workspace)
  await ask(workspace)
  for (const [folder, file] of await writtenFiles(join(workspace.directory, 'data'))) {
    said.set(`the file ${file}`, await readFile(join(folder, file), 'utf8'))
  }
}, 900_000)
afterAll(() => closeAll(workspace, simulator))

async function configure({ directory }: Workspace): Promise<void> {
  const config = {
    default_provider: 'anthropic',
    providers: { anthropic: { default_model: 'claude-haiku-4-5/none' } },
    mcp_servers: { gone: { url: 'http://127.0.0.1:1/mcp', headers: { 'X-Auth': SERVER_HEADER } } },
  }
  await mkdir(join(directory, 'config'), { mode: 0o700 })
  await writeFile(join(directory, 'config', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const keys = JSON.stringify({ anthropic: { api_key: STORED_KEY } })
  await writeFile(join(directory, 'config', 'credentials.json'), keys, { mode: 0o600 })
}

/** The HTTP API, its event streams, stderr and the log of errors. */
async function serve(place: Workspace): Promise<void> {
  const server = await serveTestEngine(place, 'leaky-engine.ts')
  const { client, engine } = server
  // A key is known from its first look-up on.
  await client.credentials.list()
  said.set('an answer of the API', JSON.stringify(await client.config.testDatabase({ url: 'postgres://x' })))
  said.set('a failed query of the API', JSON.stringify(await client.log.search({ text: 'fault', limit: 5 })))
  const pane = await Pane.create(engine, 'claude-haiku-4-5/none')
  const status = async (): Promise<unknown> => {
    for await (const [first] of await client.engine.subscribe()) return first?.type === 'snapshot' && first.status
    return null
  }
  await pane.type('Refuse.')
  said.set('an error of the provider', pane.last('error')?.content ?? '')
  await pane.type('Leak throws.')
  said.set('a result of a tool', pane.last('tool_result')?.content ?? '')
  await pane.type('Leak stray.')
  said.set('the end of a turn', pane.last('error')?.content ?? '')
  said.set('the status after a stray exception', JSON.stringify(await status()))
  const feed = await client.engine.subscribe()
  await pane.type('Break.')
  for await (const batch of feed) {
    if (batch.some((item) => item.type !== 'agent' && item.status.strayError?.reopened === true)) break
  }
  said.set('the status after the engine reopened', JSON.stringify(await status()))
  await pane.type('Still there?')
  said.set('the event stream of an agent', JSON.stringify(pane.items))
  said.set('the history', JSON.stringify(await client.agents.transcript({ agentId: pane.agentId })))
  pane.close()
  await server.stop('SIGTERM')
  said.set('stderr of the server', server.stderr())
}

async function runCommands({ environment }: Workspace): Promise<void> {
  const text = await runIkigai(['run', 'Refuse.'], environment)
  said.set('stderr of a command', text.stderr)
  const json = await runIkigai(['run', '--output', 'json', 'Refuse.'], environment)
  said.set('a command whose output is an object', json.stdout + json.stderr)
  const lines = await runIkigai(['run', '--json', 'Refuse.'], environment)
  said.set('a command whose output is events', lines.stdout + lines.stderr)
  const option = await runIkigai([`--planted-fault=${VARIABLES.ODD_API_KEY}`], environment)
  said.set('wrong usage of the command line', option.stderr)
}

async function ask({ environment, directory }: Workspace): Promise<void> {
  const editor = await startAcpEditor(environment, directory)
  await editor.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  const { sessionId } = await editor.agent.request('session/new', { cwd: directory, mcpServers: [] })
  const prompt = [{ type: 'text', text: 'Refuse.' } as const]
  const failed = await editor.agent.request('session/prompt', { sessionId, prompt }).catch((error: unknown) => error)
  said.set('an editor', JSON.stringify([failed, String(failed), editor.updates]))
  await editor.end()
}

async function writtenFiles(data: string): Promise<readonly (readonly [string, string])[]> {
  const refused = join(data, 'refused-requests')
  return [[data, 'errors.log'] as const, ...(await readdir(refused)).map((name) => [refused, name] as const)]
}

it('tells every surface of the fault, and none of the secrets in it', () => {
  const texts = [...said]
  expect(texts.length).toBeGreaterThan(15)
  const untold = texts.filter(([, text]) => !/planted.fault/i.test(text)).map(([surface]) => surface)
  expect(untold).toEqual([])
  const leaks = texts.flatMap(([surface, text]) =>
    (text.match(/.{0,60}PLANTED.{0,30}/g) ?? []).map((leak) => [surface, leak]),
  )
  expect(leaks).toEqual([])
})
