/**
 * The program that the MCP conformance suite tests: it uses a server as the engine does. The suite appends the server's
 * address and sets the scenario in variables. It lists the tools and calls each once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { AskedByServer } from '../../src/main/core/ports/tool-ports.ts'
import type { ServerTool } from '../../src/main/core/ports/tool-server-ports.ts'
import { memorySecrets } from '../support/memory-secrets.ts'
import { defaultValues, type ServerAnswer } from '../../src/shared/server-question.ts'
import { isJsonObject, type JsonObject } from '../../src/shared/json.ts'

const contextSchema = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.json()) })).optional(),
})

const NAME = 'suite'
const EXAMPLES: JsonObject = { string: 'text', number: 5, integer: 5, boolean: true, array: [], object: {} }

const directory = mkdtempSync(join(tmpdir(), 'ikigai-conformance-'))
const context = contextSchema.parse(JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'))
const oauth = {
  ...(context.client_id !== undefined && { clientId: context.client_id }),
  ...(context.client_secret !== undefined && { clientSecret: context.client_secret }),
  // The suite expects this address of clients that publish a description.
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
}
const signal = AbortSignal.timeout(25_000)
const servers = createMcpServers(
  { [NAME]: { transport: 'http', url: process.argv.at(-1) ?? '', headers: {}, oauth } },
  {
    environment: {},
    maxOutputSize: 1_000_000,
    outputDirectory: directory,
    clientVersion: '0.0.0',
    sandbox: () => null,
    secrets: memorySecrets(),
  },
)
try {
  servers.start()
  await servers.ready(signal)
  // A second time if the server has changed its issuer meanwhile.
  if (await signInAsAsked()) await signInAsAsked()
  print(servers.states()[0]?.message ?? '')
  for (const { name, args } of calls()) await call(name, args)
} finally {
  await servers.close()
  rmSync(directory, { recursive: true })
}

/** The calls that the suite asks for, else one of each tool with the arguments that its schema requires. */
function calls(): readonly { readonly name: string; readonly args: JsonObject }[] {
  const asked = context.toolCalls?.map((each) => ({
    name: `${NAME}__${each.name}`,
    // Null is not of the type that the schemas demand: we refuse such a call, and a model omits the argument.
    args: Object.fromEntries(Object.entries(each.arguments).filter(([, value]) => value !== null)),
  }))
  return asked ?? servers.tools().map((tool) => ({ name: tool.definition.name, args: exampleOf(tool) }))
}

async function call(name: string, args: JsonObject): Promise<void> {
  const tool = servers.tools().find(({ definition }) => definition.name === name)
  const prepared = await tool?.prepare(args, { agentId: 'agent', turnId: 'turn', callId: name })
  if (prepared?.ok !== true) return print(`${name}: ${prepared?.message ?? 'not offered'}`)
  const { content } = await prepared.call.run({ signal, onOutput: (text) => process.stdout.write(text), ask: agree })
  print(`${name}: ${content}`)
  if (await signInAsAsked()) await call(name, args)
}

/** Answers as a user does who sends the form as it is. */
async function agree({ question: { asks } }: AskedByServer): Promise<ServerAnswer> {
  return { action: 'accept', content: asks.type === 'form' ? defaultValues(asks.fields) : {} }
}

/** Signs in as a user does who agrees to everything; whether that was asked for and worked. */
async function signInAsAsked(): Promise<boolean> {
  const asked = servers.states()[0]?.signIn
  if (asked !== 'needed' && asked !== 'wider') return false
  const begun = await servers.signIn(NAME)
  if (!begun.ok) {
    print(begun.error.message)
    return false
  }
  const page = await fetch(begun.value.address, { redirect: 'manual' })
  await fetch(page.headers.get('location') ?? '').catch(() => undefined)
  const done = await begun.value.done
  if (!done.ok) print(done.error.message)
  if (done.ok) await settled()
  return done.ok
}

/** Resolves when the server runs, or does not for now. */
async function settled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = (): void => {
    const [server] = servers.states()
    if (server?.state === 'running' || server?.signIn === 'needed' || server?.message.includes('again') === true)
      resolve()
  }
  const stop = servers.onStateChange(check)
  check()
  await promise
  stop()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Arguments of the required types. A required schema is the one of the first tool, with all its keywords. */
function exampleOf({ definition: { parameters } }: ServerTool): JsonObject {
  const { properties, required } = parameters
  const names = Array.isArray(required) ? required.map(String) : []
  return Object.fromEntries(
    names.map((name) => [name, valueFor(name, isJsonObject(properties) ? properties[name] : {})]),
  )
}

function valueFor(name: string, schema: unknown): JsonObject[string] {
  if (name === 'schema') return servers.tools()[0]?.inputSchema ?? {}
  const type = isJsonObject(schema) ? schema['type'] : null
  return (typeof type === 'string' ? EXAMPLES[type] : undefined) ?? null
}
