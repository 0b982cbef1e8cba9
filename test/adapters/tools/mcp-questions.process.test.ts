import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { AskedByServer, AskForServer } from '../../../src/main/core/ports/tool-ports.ts'
import type { ServerTool, ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import { defaultValues } from '../../../src/shared/server-question.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
const ROOT = join(import.meta.dirname, '..', '..', '..')
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const HAND_WRITTEN = join(ROOT, 'test/support/tool-server.ts')

let space: ToolFolder
let servers: ToolServers
let asked: AskedByServer[]

beforeEach(async () => {
  asked = []
  space = await makeToolFolder()
})
afterEach(() => closeAll(servers, space))

async function start(...args: readonly string[]): Promise<void> {
  servers = createMcpServers(
    { shop: { transport: 'stdio', command: process.execPath, args, env: {} } },
    {
      ...space.context,
      clientVersion: '0.0.0',
      sandbox: () => null,
      readyWithinMs: 100_000,
      callTimeoutMs: 20_000,
      checkTimeoutMs: 500,
    },
  )
  servers.start()
  await servers.ready(new AbortController().signal)
}

async function startHandWritten(): Promise<void> {
  const tools = join(space.folder, 'tools.json')
  await writeFile(tools, JSON.stringify([{ name: 'ask', inputSchema: { type: 'object' } }]))
  await start(HAND_WRITTEN, tools)
}

function toolOf(name: string): ServerTool {
  const tool = servers.tools().find(({ definition }) => definition.name === name)
  if (tool === undefined) throw new Error(`no ${name}`)
  return tool
}

const sendDefaults: AskForServer = async (question) => {
  asked.push(question)
  const { asks } = question.question
  const content = asks.type === 'form' ? defaultValues(asks.fields) : {}
  return { action: 'accept', content }
}

const ask = (params: JsonObject, how: AskForServer = sendDefaults) =>
  runTool(toolOf('shop__ask'), { ask: params }, { ask: how })

it('asks the whole form of the everything server, and sends its defaults', async () => {
  await start(EVERYTHING, 'stdio')
  const { content } = await runTool(toolOf('shop__trigger-elicitation-request'), {}, { ask: sendDefaults })
  expect(asked[0]?.question).toMatchObject({ server: 'shop', tool: 'trigger-elicitation-request' })
  expect(content).toContain('User provided the requested information')
  expect(content).toContain('It was a dark and stormy night.')
})

it('tells the server that a form was declined or cancelled, and asks nobody where nobody is', async () => {
  await startHandWritten()
  const params = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } }
  expect((await ask(params, async () => ({ action: 'decline' }))).content).toBe('{"action":"decline"}')
  expect((await ask(params, async () => ({ action: 'cancel' }))).content).toBe('{"action":"cancel"}')
  expect((await runTool(toolOf('shop__ask'), { ask: params })).content).toBe('{"action":"decline"}')
})

it('opens no page by itself, and refuses addresses that are none or that hide the host', async () => {
  await startHandWritten()
  const page = (url: string): JsonObject => ({ mode: 'url', message: 'Pay', elicitationId: '1', url })
  expect((await ask(page('https://pay.example/7'))).content).toContain('"action":"accept"')
  expect(asked[0]?.question.asks).toEqual({ type: 'page', url: 'https://pay.example/7', host: 'pay.example' })
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'https://bank.example@evil.example/']) {
    expect((await ask(page(url))).content).toContain('not a web page')
  }
  expect(asked).toHaveLength(1)
})

it('asks to open the page that a call needs, and tells the model what became of it', async () => {
  await startHandWritten()
  const needs = (url: string, how = sendDefaults) =>
    runTool(
      toolOf('shop__ask'),
      { needs: { elicitations: [{ mode: 'url', message: 'Link the account', elicitationId: '1', url }] } },
      { ask: how },
    )
  expect((await needs('https://shop.example/link')).content).toContain('Call it again when they have finished there.')
  expect(asked.map(({ question }) => question)).toMatchObject([
    { server: 'shop', tool: 'ask', asks: { type: 'page', url: 'https://shop.example/link', host: 'shop.example' } },
  ])
  expect((await needs('https://shop.example/link', async () => ({ action: 'decline' }))).content).toContain(
    'did not open',
  )
  expect((await needs('https://bank.example@evil.example/')).content).toContain('not a web page')
  expect((await runTool(toolOf('shop__ask'), { needs: { elicitations: [] } }, { ask: sendDefaults })).isError).toBe(
    true,
  )
  expect(asked).toHaveLength(1)
  // The connection is as good as before.
  expect((await runTool(toolOf('shop__ask'), { a: 1 }, {})).content).toBe('{"a":1}')
})

it('refuses a form that asks for a password, with the reason for the server and in the card', async () => {
  await startHandWritten()
  let shown = ''
  const secret = {
    message: 'Sign in',
    requestedSchema: { type: 'object', properties: { password: { type: 'string' } } },
  }
  const { content } = await runTool(
    toolOf('shop__ask'),
    { ask: secret },
    { ask: sendDefaults, onOutput: (text) => (shown += text) },
  )
  expect(content).toContain('asks for something secret (password)')
  expect(shown).toContain('asks for something secret (password)')
  expect(asked).toEqual([])
})

it('tries patterns of the server, and survives one that takes for ever', async () => {
  await startHandWritten()
  const problemsOf = async (pattern: string, value: string): Promise<readonly string[]> => {
    const requestedSchema = { type: 'object', properties: { a: { type: 'string', pattern } } }
    let problems: readonly string[] = []
    await ask({ message: 'Say', requestedSchema }, async (question) => {
      problems = await question.problemsOf({ a: value })
      return { action: 'cancel' }
    })
    return problems
  }
  expect(await problemsOf('^[a-z]+$', 'ABC')).toEqual(['a must match pattern "^[a-z]+$"'])
  const slow = problemsOf('^(a+)+$', `${'a'.repeat(40)}!`)
  const turns: number[] = []
  const timer = setInterval(() => turns.push(1), 5)
  expect(await slow).toEqual([])
  clearInterval(timer)
  // The main thread went on meanwhile.
  expect(turns.length).toBeGreaterThan(3)
})
