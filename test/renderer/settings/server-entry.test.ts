import { describe, expect, it } from 'vitest'

import { parsePastedServers } from '../../../src/renderer/settings/server-entry.ts'
import { tidyServer } from '../../../src/shared/tool-server.ts'

const FILES = { command: 'npx', args: ['-y', 'server-files'] }
const TICKETS = { url: 'https://mcp.example.com/', headers: { Authorization: 'Bearer x' } }

describe('pasted servers', () => {
  it.each([
    ['a whole file', { mcpServers: { files: FILES, tickets: TICKETS }, theme: 'dark' }],
    ['a file of ikigai', { mcp_servers: { files: FILES, tickets: TICKETS } }],
    ['what is inside of a block', { files: FILES, tickets: TICKETS }],
    [
      'keys of other programs',
      { servers: { files: { type: 'stdio', ...FILES, env: {} }, tickets: { type: 'http', ...TICKETS } } },
    ],
  ])('are read from %s', (_, json) => {
    expect(parsePastedServers(JSON.stringify(json, null, 2))).toEqual({
      ok: true,
      value: { files: FILES, tickets: TICKETS },
    })
  })

  it('stay off where another program has them off', () => {
    expect(parsePastedServers(JSON.stringify({ files: { ...FILES, disabled: true } }))).toEqual({
      ok: true,
      value: { files: { ...FILES, disabled: true } },
    })
  })

  it('are read from a block that was copied without its braces', () => {
    const text = `"mcpServers": ${JSON.stringify({ files: FILES })},`

    expect(parsePastedServers(text)).toEqual({ ok: true, value: { files: FILES } })
  })

  it.each([
    ['no JSON {', 'Not valid JSON'],
    ['{}', 'There is no server in it.'],
    ['{ "mcpServers": [] }', 'There is no server in it.'],
    ['{ "mcpServers": { "a": { "args": [] } } }', 'a: needs a command'],
    ['{ "mcpServers": { "a": { "command": "npx", "shell": true } } }', 'a: has keys that ikigai does not know: shell.'],
  ])('%s: refused', (text, problem) => {
    const parsed = parsePastedServers(text)

    expect(parsed.ok ? '' : parsed.problem).toContain(problem)
  })
})

it('leaves empty fields out, and keeps what the form does not show', () => {
  expect([
    tidyServer({ command: 'npx', args: [], env: {}, cwd: '', sandbox: true }),
    tidyServer({ command: 'npx', sandbox: false, cwd: '/work', disabled: false }),
    tidyServer({ url: 'https://a.example/', headers: {}, oauth: { client_id: 'me' } }),
  ]).toEqual([
    { command: 'npx' },
    { command: 'npx', sandbox: false, cwd: '/work' },
    { url: 'https://a.example/', oauth: { client_id: 'me' } },
  ])
})
