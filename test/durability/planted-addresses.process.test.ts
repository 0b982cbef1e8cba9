import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Answer } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'

/** Secrets inside addresses, headers, variables and arguments, searched in everything that is written and shown. */

const PLANTED = {
  fileUser: 'PLANTED-file-user',
  filePassword: 'PLANTED-file-password',
  fileQuery: 'PLANTED-file-query',
  variablePassword: 'PLANTED-variable-password',
  variableQuery: 'PLANTED-variable-query',
  variableNoScheme: 'PLANTED-variable-no-scheme',
  proxyVariable: 'PLANTED-proxy-variable',
  proxyFile: 'PLANTED-proxy-file',
  proxyBad: 'PLANTED-proxy-bad',
  database: 'PLANTED-database',
  databaseQuery: 'PLANTED-database-query',
  serverPassword: 'PLANTED-server-password',
  serverQuery: 'PLANTED-server-query',
  serverHeader: 'PLANTED-server-header',
  serverApiKey: 'PLANTED-server-api-key',
  serverClient: 'PLANTED-server-client',
  programVariable: 'PLANTED-program-variable',
  programAddress: 'PLANTED-program-address',
  programOption: 'PLANTED-program-option',
  programNextOption: 'PLANTED-program-next-option',
  environment: 'PLANTED-environment',
  providerKey: 'PLANTED-provider-key',
} as const
const NAMES = Object.keys(PLANTED)

/** Repeats what it was started with: in its results, and on stderr before it ends. */
const ECHO_SERVER = `
import { createInterface } from 'node:readline'
const all = JSON.stringify([process.argv.slice(2), process.env])
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
console.error('error: started with ' + all)
if (process.argv.includes('--fails')) process.exit(1)
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' } })
  else if (method === 'tools/list') answer(id, { tools: [{ name: 'say', description: 'Says ' + all, inputSchema: { type: 'object' } }] })
  else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'It was ' + all }] })
  else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not found: ' + all } }))
}
`

let simulator: Simulator
let echo: Server
let workspace: Workspace
const printed: string[] = []
const shown: string[] = []

const { environment: plantedVariable, providerKey: providerKeyText } = PLANTED

beforeAll(async () => {
  simulator = await startSimulator({ strict: false, answerWith: answered })
  echo = createServer(({ url, headers }, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`failed: ${url} ${JSON.stringify(headers)}`)
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const base = new URL(simulator.baseUrls.anthropic).host
  workspace = await makeWorkspace({
    ...simulator.environment(),
    ANTHROPIC_API_KEY: providerKeyText,
    GOOGLE_GEMINI_BASE_URL: `http://ann:${PLANTED.variablePassword}@${base}`,
    XAI_BASE_URL: `http://${base}/v1?token=${PLANTED.variableQuery}`,
    META_BASE_URL: `ann:${PLANTED.variableNoScheme}@${base}`,
    MY_SERVICE_TOKEN: plantedVariable,
  })
  await configure(workspace.environment['IKIGAI_CONFIG_DIR'] ?? '', base)
  await everything()
}, 240_000)

afterAll(() => closeAll(echo, workspace, simulator))

/** A call of the echo tool, a refusal that repeats the key, or a text. */
function answered({ host, bodyText }: SimulatorRequest): Answer {
  if (host === 'local') {
    const error = { message: `Unknown field. Sent by ${providerKeyText}`, type: 'invalid_request_error' }
    return { type: 'raw', status: 400, contentType: 'application/json', body: JSON.stringify({ error }) }
  }
  if (host !== 'anthropic' || bodyText.includes('tool_result')) return textAnswer('Done.')
  if (bodyText.includes('Be refused')) {
    const error = { type: 'invalid_request_error', message: `Not with the key ${providerKeyText}` }
    return { type: 'raw', status: 400, contentType: 'application/json', body: JSON.stringify({ type: 'error', error }) }
  }
  return { type: 'script', blocks: [{ type: 'tool_call', name: 'echo__say', arguments: {} }] }
}

async function configure(folder: string, base: string): Promise<void> {
  const { port } = Object(echo.address())
  const server = join(workspace.directory, 'echo.mjs')
  await writeFile(server, ECHO_SERVER)
  const program = {
    command: process.execPath,
    args: [server, `--api-key=${PLANTED.programOption}`, '--token', PLANTED.programNextOption],
    env: {
      SERVICE_TOKEN: PLANTED.programVariable,
      STORE: `postgres://ann:${PLANTED.programAddress}@127.0.0.1/db`,
    },
    sandbox: false,
  }
  const config = {
    providers: {
      openai: { base_url: `http://${PLANTED.fileUser}:${PLANTED.filePassword}@${base}/v1` },
      mistral: { base_url: `http://${base}/v1?api_key=${PLANTED.fileQuery}` },
    },
    mcp_servers: {
      echo: program,
      failing: { ...program, args: [...program.args, '--fails'] },
      address: {
        url: `http://ann:${PLANTED.serverPassword}@127.0.0.1:${port}/mcp?token=${PLANTED.serverQuery}`,
        headers: { Authorization: `Bearer ${PLANTED.serverHeader}`, 'X-Api-Key': PLANTED.serverApiKey },
      },
      login: {
        url: `http://127.0.0.1:${port}/login`,
        oauth: { client_id: 'ikigai', client_secret: PLANTED.serverClient },
      },
    },
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'config.json'), JSON.stringify(config), { mode: 0o600 })
}

async function run(args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout, stderr } = await runIkigai(args, { ...workspace.environment, ...extra })
  printed.push(stdout, stderr)
  return stdout
}

/** Does what writes and shows something. */
async function everything(): Promise<void> {
  const backup = join(workspace.directory, 'backup')
  await run(['run', '--model', 'claude-haiku-4-5/none', '--allow', 'echo__say', '--json', 'Call it.'])
  await run(['run', '--model', 'claude-haiku-4-5/none', 'Be refused'])
  for (const model of ['gpt-5-mini/low', 'mistral-small-latest', 'gemini-2.5-flash', 'grok-4.5', 'muse-spark-1.1']) {
    await run(['run', '--model', model, 'Hello'])
  }
  const closed = '127.0.0.1:9'
  const outside = { MOONSHOT_BASE_URL: '', MOONSHOT_API_KEY: 'any-key-of-the-test' }
  await run(['run', '--model', 'kimi-k3', 'Hello'], {
    ...outside,
    HTTPS_PROXY: `http://ann:${PLANTED.proxyVariable}@${closed}`,
  })
  const other = join(workspace.directory, 'other')
  await mkdir(other, { mode: 0o700 })
  const file = { proxy: `http://ann:${PLANTED.proxyFile}@${closed}`, providers: { moonshot: { base_url: 'x y' } } }
  await writeFile(join(other, 'config.json'), JSON.stringify(file), { mode: 0o600 })
  await run(['run', '--model', 'kimi-k3', 'Hello'], { ...outside, IKIGAI_CONFIG_DIR: other })
  await run(['agents'], { HTTPS_PROXY: `socks5://ann:${PLANTED.proxyBad}@${closed}` })
  await run(['agents'], { DATABASE_URL: `postgres://ann:${PLANTED.database}@${closed}/db` })
  await run(['agents'], { DATABASE_URL: `mysql://ann@${closed}/db?password=${PLANTED.databaseQuery}` })
  for (const args of [['tools'], ['models'], ['models', 'openai'], ['mcp', 'login', 'login'], ['health']])
    await run(args)
  const agents = (await run(['agents', '--json'])).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
  for (const id of new Set(agents)) {
    await run(['log', id, '--json'])
    await run(['transcript', id, '--json'])
    await run(['export', id, '--markdown'])
  }
  await run(['export'])
  await run(['backup', backup])
  const app = await serveApp(workspace)
  const window = await connectToApp(app.url)
  window.followEngine((items) => shown.push(JSON.stringify(items)))
  shown.push(JSON.stringify(await window.client.config.get()))
  shown.push(JSON.stringify(await window.client.credentials.list()))
  shown.push(JSON.stringify(await window.client.credentials.test({ provider: 'openai' })))
  shown.push(JSON.stringify(await window.client.models.list({ refresh: 'mistral' })))
  shown.push(JSON.stringify(await window.client.tools.list()))
  shown.push(await (await fetch(new URL('/', app.url))).text())
  window.close()
  await app.stop()
  const { stdout, stderr } = await app.process.finished
  printed.push(stdout, stderr)
}

/** All bytes of the files below a folder, by file. */
function filesIn(folder: string): readonly (readonly [name: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    return entry.isFile() ? [[path, readFileSync(path, 'latin1')] as const] : []
  })
}

function leaksIn(text: string, place: string): readonly string[] {
  return Object.entries(PLANTED).flatMap(([name, secret]) => {
    const at = text.indexOf(secret)
    return at < 0 ? [] : [`${name} in ${place}: ${text.slice(Math.max(0, at - 150), at + 30)}`]
  })
}

it('wrote and showed enough to be searched', () => {
  const all = printed.join('\n')
  // Servers were started, and repeated what they were given.
  expect(all).toContain('[secret]')
  expect(all).toContain('cannot be used: providers.openai.base_url in config.json must not contain a user name')
  expect(filesIn(join(workspace.directory, 'data')).length).toBeGreaterThan(100)
  expect(filesIn(join(workspace.directory, 'data', 'refused-requests')).length).toBeGreaterThan(0)
  expect(shown.join('\n').length).toBeGreaterThan(1_000)
  expect(NAMES.length).toBeGreaterThanOrEqual(20)
})

it('shows none to the terminal: messages, notes, logs, exports, lists', () => {
  expect(leaksIn(printed.join('\n'), 'what was printed')).toEqual([])
})

it('shows none to the window and to programs', () => {
  expect(leaksIn(shown.join('\n'), 'what was shown')).toEqual([])
})

it.each(['data', 'backup'])('writes none to a file of %s', (folder) => {
  const leaks = filesIn(join(workspace.directory, folder)).flatMap(([path, text]) => leaksIn(text, path))
  expect(leaks).toEqual([])
})

it('sends none to a provider, but for the key that is its own', () => {
  const bodies = simulator.requests.map(({ bodyText }) => bodyText).join('\n')
  expect(leaksIn(bodies, 'a request')).toEqual([])
})
