import { meantHint } from '../../shared/nearest-name.ts'
import { isUtf8 } from 'node:buffer'

import type { Command } from 'commander'

import { byteWords } from '../../shared/attachment.ts'
import type { ToolServerEntry } from '../../shared/tool-server.ts'
import type { FolderFile } from '../../shared/contract/folder.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Result } from '../../shared/result.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { terminalLines } from './answer-questions.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { defined } from '../../shared/defined.ts'

interface AddFlags {
  readonly env?: readonly string[]
  readonly header?: readonly string[]
}

/** Adds `ikigai mcp`. */
export function registerMcp(program: Command, { output, finish, withEngine }: CommandContext): void {
  const mcp = program
    .command('mcp')
    .description('list, add and remove MCP servers, sign in to them, and read their resources')
  mcp
    .command('list')
    .description('show the servers of config.json')
    .option('--json', 'everything as one line of JSON')
    .action(({ json = false }: JsonFlag) => withEngine((engine) => listServers(engine, json, output)))
  mcp
    .command('add')
    .description('add a server, or replace the one with that name')
    .argument('<name>', 'letters, digits, _ and -')
    .argument('<target...>', 'an http(s) address, or -- and a program with its arguments')
    .option('--env <NAME=VALUE...>', 'variables of the program')
    .option('--header <NAME=VALUE...>', 'headers of requests to the address')
    .action(async (name: string, target: readonly string[], flags: AddFlags) => {
      const entry = entryOf(target, flags)
      if (typeof entry !== 'string') return withEngine((engine) => setServer(engine, name, entry, output))
      output.error(`${entry}\n`)
      return finish(EXIT.usage)
    })
  mcp
    .command('remove')
    .description('remove a server, and forget the login to it')
    .argument('<name>')
    .action((name: string) => withEngine((engine) => removeServer(engine, name, output)))
  mcp
    .command('resources')
    .description('show the resources of the servers, or of one, as they are named after @ in a prompt')
    .argument('[name]')
    .option('--json', 'everything as one line of JSON')
    .action((name: string | undefined, { json = false }: JsonFlag) =>
      withEngine((engine) => listResources(engine, name ?? null, json, output)),
    )
  mcp
    .command('read')
    .description('print a resource')
    .argument('<resource>', 'SERVER:ADDRESS, as `ikigai mcp resources` shows it')
    .action((resource: string) => withEngine((engine) => readResource(engine, resource, output)))
  mcp
    .command('login')
    .description('sign in to a server at an address, with a browser')
    .argument('<name>')
    .action(async (name: string) => {
      const signal = interruptSignal()
      await withEngine((engine) => signIn(engine, name, output, signal))
    })
  mcp
    .command('logout')
    .description('forget the login to a server')
    .argument('<name>')
    .action((name: string) =>
      withEngine(async (engine) => ended(await engine.tools.signOut({ name }), `Signed out of ${name}.`, output)),
    )
}

/** Returns the error text for a target or a flag that cannot be used. */
function entryOf(
  [first = '', ...args]: readonly string[],
  { env = [], header = [] }: AddFlags,
): ToolServerEntry | string {
  const wrong = [...env, ...header].find((each) => !/^[^=\s]+=/.test(each))
  if (wrong !== undefined) return `${wrong} is not NAME=VALUE.`
  const isAddress = /^https?:\/\//.test(first)
  if (isAddress && args.length + env.length > 0) return 'An address takes --header only. Put a program behind --.'
  if (!isAddress && header.length > 0) return '--header is for an http(s) address.'
  if (isAddress) return { url: first, ...defined({ headers: header.length > 0 ? pairs(header) : undefined }) }
  return { command: first, args: [...args], ...defined({ env: env.length > 0 ? pairs(env) : undefined }) }
}

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]))
}

async function listServers(engine: Engine, json: boolean, output: Output): Promise<ExitCode> {
  const { toolServers } = await engine.config.get()
  if (json) output.out(`${jsonText(toolServers)}\n`)
  else for (const [name, entry] of Object.entries(toolServers)) output.out(`${name}  ${targetText(entry)}\n`)
  return EXIT.done
}

async function listResources(engine: Engine, name: string | null, json: boolean, output: Output): Promise<ExitCode> {
  const { toolServers } = await engine.config.get()
  if (name !== null && !Object.hasOwn(toolServers, name)) return unknownServer(name, toolServers, output)
  const found = await engine.local.serverResources(name)
  if (json) output.out(`${jsonText(found)}\n`)
  else for (const each of found) output.out(`${resourceText(each)}\n`)
  if (found.length === 0 && !json) output.error('No resources.\n')
  return EXIT.done
}

function resourceText({ kind, path, title = '', bytes }: FolderFile): string {
  const facts = [
    ...(kind === 'form' ? ['fill in the part in braces'] : []),
    ...(bytes === null ? [] : [byteWords(bytes)]),
  ]
  return `${path}  ${title}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

async function readResource(engine: Engine, resource: string, output: Output): Promise<ExitCode> {
  const read = await engine.local.readServerResource(resource)
  if (!read.ok) return ended(read, '', output)
  if (read.value === null) {
    const { toolServers } = await engine.config.get()
    return unknownServer(resource.split(':')[0] ?? '', toolServers, output)
  }
  const { bytes } = read.value
  if (isUtf8(bytes)) {
    output.out(Buffer.from(bytes).toString('utf8'))
    return EXIT.done
  }
  output.error(`${resource} is not text. To give it to a model: ikigai run '@${resource} …'\n`)
  return EXIT.usage
}

function unknownServer(name: string, servers: Readonly<Record<string, unknown>>, output: Output): ExitCode {
  const hint = meantHint(name, Object.keys(servers))
  output.error(`There is no server called ${visibleText(name, 'shown')}.${hint} \`ikigai mcp list\` shows the names.\n`)
  return EXIT.usage
}

function targetText(entry: ToolServerEntry): string {
  return 'url' in entry ? entry.url : [entry.command, ...(entry.args ?? [])].join(' ')
}

async function setServer(engine: Engine, name: string, entry: ToolServerEntry, output: Output): Promise<ExitCode> {
  return ended(await engine.config.update({ toolServers: { [name]: entry } }), `Server ${name} is saved.`, output)
}

async function removeServer(engine: Engine, name: string, output: Output): Promise<ExitCode> {
  const { toolServers } = await engine.config.get()
  const entry = toolServers[name]
  if (entry === undefined) return unknownServer(name, toolServers, output)
  const forgotten = 'url' in entry ? await engine.tools.signOut({ name }) : null
  if (forgotten?.ok === false) return ended(forgotten, '', output)
  return ended(await engine.config.update({ toolServers: { [name]: null } }), `Server ${name} is removed.`, output)
}

/** Prints the address to open; the browser may be on this machine or elsewhere. */
async function signIn(engine: Engine, name: string, output: Output, signal: AbortSignal): Promise<ExitCode> {
  // The server says with its first refusal which permissions it needs.
  await engine.tools.list(undefined, signal)
  const begun = await engine.tools.signIn({ name })
  if (!begun.ok) return ended(begun, '', output)
  const { address, issuer, scopes } = begun.value
  const asked = scopes.length === 0 ? 'those that it chooses' : scopes.join(', ')
  output.error(
    `${name} asks you to sign in at ${visibleText(issuer, 'shown')}.\nPermissions: ${visibleText(asked, 'shown')}\n` +
      `Open this address in a browser:\n\n${visibleText(address, 'shown')}\n\n` +
      'If the browser is on another machine, its last page cannot be opened. Paste the address of that page here.\n',
  )
  const over = new AbortController()
  const lines = takeLines(engine, name, output, AbortSignal.any([signal, over.signal]))
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const result = await Promise.race([engine.tools.signInResult({ name }), stopped])
  over.abort()
  await lines
  return result === null ? EXIT.cancelled : ended(result, `Signed in to ${name}.`, output)
}

/** Offers each typed line as the address of the last page, until the signal aborts or the input ends. */
async function takeLines(engine: Engine, name: string, output: Output, signal: AbortSignal): Promise<void> {
  const readLine = terminalLines(signal)
  while (!signal.aborted) {
    const line = await readLine()
    if (line === null) return
    const taken = await engine.tools.finishSignIn({ name, address: line.trim() })
    if (!taken.ok && !signal.aborted) output.error(`${taken.error.message}\n`)
  }
}

function ended(result: Result<unknown>, text: string, output: Output): ExitCode {
  output.error(`${result.ok ? text : result.error.message}\n`)
  return result.ok ? EXIT.done : exitCodeOf(result.error)
}
