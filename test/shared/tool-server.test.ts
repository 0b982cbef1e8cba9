import { expect, it } from 'vitest'

import { restoredServer, tidyServer, TOOL_SERVERS, toolServerEntrySchema } from '../../src/shared/tool-server.ts'

const SECRET = 'hunter2-Zebra-Quartz'

/** Servers as in config.json with every option. */
const PROGRAM = {
  command: 'npx',
  args: ['--token', SECRET, 'files'],
  env: { TOKEN: SECRET },
  cwd: '/work',
  sandbox: false,
  required: true,
  disabled: true,
}
const ADDRESS = {
  url: `https://user:${SECRET}@mcp.example.com/`,
  headers: { Authorization: SECRET },
  oauth: { client_id: 'id', client_secret: SECRET, client_metadata_url: 'https://example.com/client.json' },
  required: true,
  disabled: true,
}
const SERVERS = [PROGRAM, ADDRESS]

it('is tried with every option', () => {
  expect(new Set(SERVERS.flatMap((server) => Object.keys(server)))).toEqual(new Set(TOOL_SERVERS.fields))
})

it.each(SERVERS)('shows no secret, and puts back what a window was not shown: $command$url', (server) => {
  const config = TOOL_SERVERS.schema.parse(server)
  const shown = TOOL_SERVERS.show(config)
  expect(JSON.stringify(shown)).not.toContain(SECRET)
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(server).toSorted())
  expect(toolServerEntrySchema.parse(shown)).toEqual(shown)
  const restored = restoredServer(shown, config)
  expect(restored).toEqual(server)
  expect(TOOL_SERVERS.schema.parse(restored)).toEqual(config)
})

it('gives a server of the other kind none of the secrets', () => {
  const [program, address] = SERVERS.map((server) => TOOL_SERVERS.schema.parse(server))
  for (const [sent, known] of [
    [program, address],
    [address, program],
  ]) {
    if (sent === undefined) throw new Error('There is no server')
    expect(JSON.stringify(restoredServer(TOOL_SERVERS.show(sent), known))).not.toContain(SECRET)
  }
})

it('leaves out what says the same as a missing option', () => {
  const common = { required: false, disabled: false }
  const program = { command: 'npx', args: [], env: {}, cwd: '', sandbox: true, ...common }
  expect(tidyServer(program)).toEqual({ command: 'npx' })
  expect(tidyServer({ url: 'https://a.example', headers: {}, oauth: {}, ...common })).toEqual({
    url: 'https://a.example',
  })
  expect(tidyServer(PROGRAM)).toEqual(PROGRAM)
})
