import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openConfig } from '../../../src/main/adapters/config/config-store.ts'
import { HIDDEN_VALUE } from '../../../src/shared/hidden-values.ts'

let directory: string
const stored = async (): Promise<unknown> => JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))
const write = (config: unknown) => writeFile(join(directory, 'config.json'), JSON.stringify(config))

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-config-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('openConfig', () => {
  it('lets everybody who holds the configuration see a change', async () => {
    const { config, update } = await openConfig(directory, {})
    await update({ defaultProvider: 'openai', providers: { openai: { baseUrl: 'http://127.0.0.1:1/v1' } } })
    expect([config.defaultProvider, config.providers.openai?.baseUrl]).toEqual(['openai', 'http://127.0.0.1:1/v1'])
  })

  it('writes no value that it would not read again', async () => {
    await write({ listen_port: 80 })
    const { update } = await openConfig(directory, {})
    const refusal = await update({ providers: { openai: { baseUrl: 'nonsense' } } })
    expect(refusal).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: 'Not saved: providers.openai.base_url must be an http:// or https:// address.',
        retryable: false,
      },
    })
    expect(await stored()).toEqual({ listen_port: 80 })
  })

  it('shows no password and no value of a variable or header', async () => {
    await write({
      database_url: 'postgres://ada:secret1@db/ikigai',
      mcp_servers: {
        files: { command: 'npx', env: { TOKEN: 'secret2' } },
        tickets: { url: 'https://mcp.example.com/', headers: { Authorization: 'secret3' } },
      },
    })
    const { state } = await openConfig(directory, { HTTPS_PROXY: 'http://ada:secret4@proxy:3128' })
    expect(JSON.stringify(state())).not.toContain('secret')
    expect(state()).toMatchObject({
      databaseUrl: 'postgres://ada@db/ikigai',
      toolServers: { files: { command: 'npx', env: { TOKEN: HIDDEN_VALUE } } },
      proxy: 'http://ada@proxy:3128',
      proxyFromEnvironment: true,
    })
  })

  it('shows nothing of a proxy without a scheme but its host', async () => {
    const { state } = await openConfig(directory, { HTTPS_PROXY: 'ada:secret@proxy:3128' })
    expect(state()).toMatchObject({ proxy: 'proxy:3128', proxyFromEnvironment: true })
  })

  it('hides the passwords of all addresses, and keeps those that come back as they were shown', async () => {
    const tickets = { url: 'https://ada:secret@mcp.example.com/?token=secret', headers: { A: 'secret' } }
    await write({ providers: { local: { base_url: 'http://ada:secret@box:1/v1' } }, mcp_servers: { tickets } })
    const { state, update } = await openConfig(directory, {})
    expect(JSON.stringify(state())).not.toContain('secret')
    expect(state().providers).toEqual({ local: { defaultModel: null, baseUrl: null } })
    expect(state().warnings.join()).toContain(
      'providers.local.base_url must not contain a user name, a password or a key',
    )
    await update({ toolServers: { tickets: state().toolServers['tickets'] ?? null } })
    expect(await stored()).toMatchObject({ mcp_servers: { tickets } })
  })

  it('keeps a hidden value that comes back as it was shown', async () => {
    await write({ mcp_servers: { files: { command: 'npx', env: { TOKEN: 'secret' } } } })
    const { update } = await openConfig(directory, {})
    await update({ toolServers: { files: { command: 'uvx', env: { TOKEN: HIDDEN_VALUE, NEW: 'x' } } } })
    expect(await stored()).toEqual({
      mcp_servers: { files: { command: 'uvx', env: { TOKEN: 'secret', NEW: 'x' } } },
    })
  })

  it.each([
    ['headers', { headers: { Authorization: HIDDEN_VALUE } }],
    ['secret of a login', { oauth: { client_id: 'a', client_secret: HIDDEN_VALUE } }],
  ])('sends hidden %s to no other host, also in two steps', async (_what, hidden) => {
    const oauth = { client_id: 'a', client_secret: 'secret' }
    const tickets = { url: 'https://mcp.example.com/', headers: { Authorization: 'secret' }, oauth }
    const moved = { ...hidden, url: 'https://evil.example/', disabled: true }
    for (const first of [null, { url: moved.url, disabled: true }, { command: 'x', disabled: true }, undefined]) {
      await write({ mcp_servers: { tickets } })
      const { update } = await openConfig(directory, {})
      if (first !== undefined) await update({ toolServers: { tickets: first } })
      await update({ toolServers: { tickets: moved } })
      const text = JSON.stringify(await stored())
      expect({ first, isSent: text.includes('evil') && text.includes('secret"') }).toEqual({ first, isSent: false })
    }
  })

  it('keeps hidden headers for another path of the same host, and says why not for another host', async () => {
    await write({ mcp_servers: { tickets: { url: 'https://mcp.example.com/', headers: { A: 'secret' } } } })
    const { update } = await openConfig(directory, {})
    const to = (url: string) => update({ toolServers: { tickets: { url, headers: { A: HIDDEN_VALUE } } } })
    expect(await to('https://mcp.example.com:8443/')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The address of tickets leads to another host now.') },
    })
    await to('https://mcp.example.com/v2')
    expect(await stored()).toEqual({
      mcp_servers: { tickets: { url: 'https://mcp.example.com/v2', headers: { A: 'secret' } } },
    })
  })

  it('brings back with its hidden values a server that was taken out', async () => {
    await write({ mcp_servers: { files: { command: 'npx', env: { TOKEN: 'secret' } } } })
    const { update, state } = await openConfig(directory, {})
    const { files } = state().toolServers
    await update({ toolServers: { files: null } })
    await update({ toolServers: { files: files ?? null } })
    expect(await stored()).toEqual({ mcp_servers: { files: { command: 'npx', env: { TOKEN: 'secret' } } } })
  })

  it('shows no value of a variable of an outside agent, and keeps it when it comes back hidden', async () => {
    const agent = { command: 'agent', env: { TOKEN: 'secret' } }
    const { config, update, state } = await openConfig(directory, {})
    await update({ outsideAgents: { one: agent } })
    const shown = state().outsideAgents
    expect(JSON.stringify(shown)).not.toContain('secret')
    await update({ outsideAgents: { one: { ...agent, ...shown['one'], args: ['--acp'] } } })
    expect(config.outsideAgents).toEqual({ one: { ...agent, args: ['--acp'] } })
  })

  it('adds and takes out profiles, which hold at once', async () => {
    await write({ profiles: { kept: { description: 'Stays.' } } })
    const { config, update } = await openConfig(directory, {})
    await update({ profiles: { reviewer: { tools: ['file_read'], max_cost: 2 } } })
    expect(config.profiles).toMatchObject({ kept: {}, reviewer: { tools: ['file_read'], budget: { usd: 2 } } })
    expect(await update({ profiles: { wrong: { model: 'acme-1' } } })).toMatchObject({ ok: false })
    await update({ profiles: { reviewer: null } })
    expect(Object.keys(config.profiles)).toEqual(['kept'])
  })

  it('adds and takes out pools and servers', async () => {
    const { config, update, state } = await openConfig(directory, {})
    await update({
      pools: { smart: { strategy: 'failover', models: ['claude-opus-4-5/high', 'gpt-5'] } },
      toolServers: { files: { command: 'npx' } },
    })
    expect(state().pools).toEqual({ smart: { strategy: 'failover', models: ['claude-opus-4-5/high', 'gpt-5/med'] } })
    await update({ pools: { smart: null }, toolServers: { files: null } })
    expect([config.pools, config.toolServers]).toEqual([{}, {}])
  })

  it('says what holds only after a restart', async () => {
    const { update, state } = await openConfig(directory, {})
    await update({ databaseUrl: 'postgres://db/ikigai', defaultProvider: 'google' })
    expect(state().needsRestart).toEqual(['databaseUrl'])
    await update({ databaseUrl: null, toolEnvironment: ['A'], listenPort: 1 })
    expect(state().needsRestart).toEqual(['listenPort', 'toolEnvironment'])
  })
})
