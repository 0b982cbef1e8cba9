import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, createServer as listen, type Server } from 'node:net'
import { join } from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'

import type { JsonObject } from '../../src/shared/json.ts'
import type { ScriptedAnswer } from './provider-simulator/answer.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'
import { portOf } from './port-of.ts'
import { makeWorkspace, type Workspace } from './run-ikigai.ts'
import { untyped } from './untyped.ts'

/** Where models and tools are served. */
const NAMED_HOST = '10.77.0.1'
/** What is tried beside it. */
export const OTHER = {
  page: '203.0.113.2',
  redirect: '203.0.113.3',
  registry: '203.0.113.4',
  catalogue: '203.0.113.5',
  proxy: '203.0.113.6',
}

interface LimitedNetwork {
  readonly simulator: Simulator
  /** A first start, with a config.json whose servers, catalogue and updates try other hosts. */
  readonly workspace: Workspace
  close(): Promise<void>
}

/**
 * Serves models and tools at `NAMED_HOST`, in a network namespace in which every address is answered. `hosts`: the value of
 * IKIGAI_ONLY_HOSTS; undefined: it is not set. `settings`: more of config.json.
 */
export async function openLimitedNetwork(hosts: string | undefined, settings: object = {}): Promise<LimitedNetwork> {
  const simulator = await startSimulator()
  const relay = listen((client) => {
    const server = connect(simulator.port, '127.0.0.1')
    for (const socket of [client, server]) socket.on('error', () => [client, server].forEach((each) => each.destroy()))
    client.pipe(server).pipe(client)
  })
  const port = await listening(relay)
  const elsewhere = await listening(
    createServer((_, response) => response.writeHead(307, { location: `http://${OTHER.redirect}/mcp` }).end()),
  )
  const notes = await listening(createServer(answerTool))
  const variables: Record<string, string> = hosts === undefined ? {} : { IKIGAI_ONLY_HOSTS: hosts }
  for (const [name, value] of Object.entries(simulator.environment()))
    variables[name] = value.replace(`127.0.0.1:${simulator.port}`, `${NAMED_HOST}:${port}`)
  const workspace = await makeWorkspace(variables, { isNew: true })
  await mkdir(join(workspace.directory, 'config'), { recursive: true, mode: 0o700 })
  const config = {
    update_registry: `https://${OTHER.registry}`,
    model_catalog_url: `https://${OTHER.catalogue}/catalogue.json`,
    mcp_servers: {
      web: { url: `http://${NAMED_HOST}:${elsewhere}/mcp` },
      notes: { url: `http://${NAMED_HOST}:${notes}/mcp` },
      shell: { command: 'sh', args: ['-c', `exec 3<>/dev/tcp/${OTHER.page}/80`], sandbox: false },
    },
    sandbox_domains: ['203.0.113.*'],
    ...settings,
  }
  await writeFile(join(workspace.directory, 'config', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  return {
    simulator,
    workspace,
    async close() {
      await workspace.remove()
      await simulator.close()
    },
  }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, NAMED_HOST)
  await once(server, 'listening')
  return portOf(server)
}

/** A tool server over HTTP with one tool. */
const answerTool: RequestListener = (request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    if (body === '') return void response.writeHead(405).end()
    const { id, method, params } = untyped<ToolRequest>(JSON.parse(body))
    if (id === undefined) return void response.writeHead(202).end()
    const result = resultOf(method, params?.protocolVersion)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

interface ToolRequest {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string }
}

function resultOf(method: string, protocolVersion = '2025-06-18'): object {
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } }
  if (method === 'tools/list')
    return { tools: [{ name: 'read', description: 'Reads a note.', inputSchema: { type: 'object', properties: {} } }] }
  return { content: [{ type: 'text', text: 'The note of the named host.' }] }
}

const call = (name: string, values: JsonObject): ScriptedAnswer['blocks'][number] => ({
  type: 'tool_call',
  name,
  arguments: values,
})

/** An answer whose calls try other hosts in every way that tools have. */
export const OUTWARD_CALLS: ScriptedAnswer = {
  type: 'script',
  blocks: [
    call('web_fetch', { url: `http://${OTHER.page}/` }),
    call('web_fetch', { url: 'https://elsewhere.invalid/' }),
    call('notes__read', {}),
    call('bash', { command: `echo > note.txt; exec 3<>/dev/tcp/${OTHER.page}/80` }),
    call('bash', { command: `node -e "fetch('https://${OTHER.page}')"` }),
    call('bash', { command: `exec 3<>/dev/tcp/${OTHER.page}/443`, outside_sandbox: 'to publish' }),
    call('file_read', { path: 'note.txt' }),
  ],
}
