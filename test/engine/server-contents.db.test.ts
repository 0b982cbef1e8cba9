import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { valueOf } from '../support/drive-agent.ts'
import { serverOptions } from '../support/tool-options.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'

const EVERYTHING = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')

let directory: string
let real: RealEngine
let agentId: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-server-contents-'))
  const toolServers = createMcpServers(
    { every: { transport: 'stdio', command: process.execPath, args: [EVERYTHING], env: {} } },
    { ...serverOptions(directory), readyWithinMs: 30_000 },
  )
  real = await openRealEngine({}, { toolServers, attended: true })
  await real.engine.tools.list(undefined, new AbortController().signal)
  agentId = valueOf(await real.engine.agents.create({})).id
})
afterAll(() => closeAll(real, directory))

describe('prompts of a server', () => {
  const expand = (text: string) => real.engine.templates.expand({ folder: null, text })

  it('are listed with their arguments, even before the folder of new agents exists', async () => {
    const listed = valueOf(await real.engine.templates.list({ folder: null }))
    const offered = listed.filter(({ origin }) => origin === 'server').map(({ name, hint }) => `${name} ${hint}`)
    expect(offered).toEqual(expect.arrayContaining(['every:simple-prompt ', 'every:args-prompt <city> [state]']))
  })

  it('become the prompt, with arguments in their order or by name', async () => {
    const berlin = { ok: true, value: "What's weather in Berlin?" }
    expect(await expand('/every:args-prompt Berlin')).toEqual(berlin)
    expect(await expand('/every:args-prompt city=Berlin')).toEqual(berlin)
    expect(await expand('/every:args-prompt "New York" NY')).toMatchObject({
      ok: true,
      value: expect.stringContaining('New York, NY'),
    })
  })

  it('are refused with their usage, or with what the server says', async () => {
    expect(await expand('/every:args-prompt')).toMatchObject({
      ok: false,
      error: { message: 'Missing: city. Usage: /every:args-prompt <city> [state]' },
    })
    expect(await expand('/every:resource-prompt Nothing 1')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^The MCP server every refused: /) },
    })
    expect(await expand('/every:nothing')).toEqual({ ok: true, value: null })
  })
})

describe('resources of a server', () => {
  const files = async (query: string) => valueOf(await real.engine.folder.files({ agentId, query }))
  const attach = (path: string) => real.engine.folder.attach({ agentId, path })

  it('are found by the name of the server, then by words', async () => {
    expect(await files('eve')).toContainEqual({ kind: 'server', path: 'every:', bytes: null })
    const [found, ...others] = await files('every:architecture')
    expect([found?.kind, found?.path, others]).toEqual([
      'resource',
      'every:demo://resource/static/document/architecture.md',
      [],
    ])
  })

  it('with an address in a form of the server are found when it is filled in', async () => {
    expect((await files('every:demo://resource/dynamic/')).map(({ kind }) => kind)).toEqual(['form', 'form'])
    expect(await files('every:demo://resource/dynamic/text/7')).toEqual([
      { kind: 'resource', path: 'every:demo://resource/dynamic/text/7', bytes: null, title: 'Dynamic Text Resource' },
    ])
  })

  it('are attached as they are now, texts and bytes', async () => {
    expect(valueOf(await attach('every:demo://resource/static/document/architecture.md'))).toMatchObject({
      kind: 'text',
      name: expect.stringMatching(/^architecture/),
    })
    const blob = valueOf(await attach('every:demo://resource/dynamic/blob/3'))
    expect(blob.bytes).toBeGreaterThan(0)
  })

  it('that the server does not know are refused with its words', async () => {
    expect(await attach('every:demo://nowhere')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^The MCP server every refused: .*demo:\/\/nowhere/) },
    })
  })
})
