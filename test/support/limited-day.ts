/**
 * What a user does in the first minutes and on a day with tools, in a network namespace in which every address is answered:
 * `node limited-day.ts [HOSTS]`. HOSTS is the value of IKIGAI_ONLY_HOSTS. Models and tools are served at `NAMED_HOST`; both, a tool
 * server, a catalogue and the settings try others. Prints what each command wrote, as one line of JSON.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as listen } from 'node:net'
import { join } from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'

import type { ScriptedAnswer } from './provider-simulator/answer.ts'
import { textAnswer } from './provider-simulator/answer.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai } from './run-ikigai.ts'

/** Where models are served. */
const NAMED_HOST = '10.77.0.1'
/** What is tried beside it. */
const OTHER = {
  page: '203.0.113.2',
  redirect: '203.0.113.3',
  registry: '203.0.113.4',
  catalogue: '203.0.113.5',
  proxy: '203.0.113.6',
}

const hosts = process.argv[2]
const simulator = await startSimulator()
const relay = listen((client) => {
  const server = connect(simulator.port, '127.0.0.1')
  for (const socket of [client, server]) socket.on('error', () => [client, server].forEach((each) => each.destroy()))
  client.pipe(server).pipe(client)
})
relay.listen(0, NAMED_HOST)
await once(relay, 'listening')
const bound = relay.address()
const port = typeof bound === 'object' && bound !== null ? bound.port : 0
const tools = createServer((_, response) => response.writeHead(307, { location: `http://${OTHER.redirect}/mcp` }).end())
tools.listen(0, NAMED_HOST)
await once(tools, 'listening')
const toolsBound = tools.address()
const toolsPort = typeof toolsBound === 'object' && toolsBound !== null ? toolsBound.port : 0

const variables: Record<string, string> = hosts === undefined ? {} : { IKIGAI_ONLY_HOSTS: hosts }
for (const [name, value] of Object.entries(simulator.environment()))
  variables[name] = value.replace(`127.0.0.1:${simulator.port}`, `${NAMED_HOST}:${port}`)
const workspace = await makeWorkspace(variables, { isNew: true })
const { environment, directory } = workspace
await mkdir(join(directory, 'config'), { recursive: true, mode: 0o700 })
await writeFile(
  join(directory, 'config', 'config.json'),
  JSON.stringify({
    update_registry: 'https://203.0.113.4',
    model_catalog_url: 'https://203.0.113.5/catalogue.json',
    mcp_servers: {
      web: { url: `http://${NAMED_HOST}:${toolsPort}/mcp` },
      shell: { command: 'sh', args: ['-c', `exec 3<>/dev/tcp/${OTHER.page}/80`], sandbox: false },
    },
    sandbox_domains: ['203.0.113.*'],
  }),
  { mode: 0o600 },
)

const call = (name: string, values: Record<string, string>): ScriptedAnswer['blocks'][number] => ({
  type: 'tool_call',
  name,
  arguments: values,
})
const day: ScriptedAnswer = {
  type: 'script',
  blocks: [
    call('web_fetch', { url: `http://${OTHER.page}/` }),
    call('web_fetch', { url: 'https://elsewhere.invalid/' }),
    call('bash', { command: `echo > note.txt; exec 3<>/dev/tcp/${OTHER.page}/80` }),
    call('bash', { command: `node -e "fetch('https://${OTHER.page}')"` }),
    call('bash', { command: `exec 3<>/dev/tcp/${OTHER.page}/443`, outside_sandbox: 'to publish' }),
    call('file_read', { path: 'note.txt' }),
  ],
}

const written: Record<string, string> = {}
async function command(
  name: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, stdout, stderr } = await runIkigai(args, { ...environment, ...extra }, directory)
  written[name] = `${code}\n${stdout}\n${stderr}`
}
const run = (...prompts: readonly string[]) => ['run', '--model', 'gpt-6-sol/none', ...prompts]
const allowed = ['web_fetch', 'bash', 'file_read'].flatMap((tool) => ['--allow', tool])

await command('doctor', ['doctor'])
simulator.enqueue('openai', textAnswer('Hello.'))
await command('first', run('Hello'))
simulator.enqueue('openai', day)
simulator.enqueue('openai', textAnswer('Done.'))
await command('tools', [...run('Look around'), ...allowed, '--allow-outside', 'bash', '--output', 'json'])
await command('other', ['run', '--model', 'claude-sonnet-5-5/none', 'Hello'], {
  ANTHROPIC_BASE_URL: `http://${OTHER.page}`,
})
await command('proxy', run('Hello'), { HTTPS_PROXY: `http://${OTHER.proxy}:3128` })
await command('renew', ['models', '--renew'])
await command('update', ['update', '--check'])
await command('search', ['search', 'Hello'])
process.stdout.write(`${JSON.stringify(written)}\n`)
await workspace.remove()
await simulator.close()
process.exit(0)
