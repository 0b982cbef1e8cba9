import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig, updateConfig } from '../../../src/main/adapters/config/config-file.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'

let directory: string
let path: string
const write = (file: string, text: string) => writeFile(file, text, { mode: 0o600 })

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-config-'))
  path = join(directory, 'config.json')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('loadConfig', () => {
  it('has the defaults where there is no file', async () => {
    expect(await loadConfig(join(directory, 'missing'), {})).toEqual({ config: DEFAULT_CONFIG, warnings: [] })
  })

  it('reads every key', async () => {
    await write(
      path,
      JSON.stringify({
        providers: {
          anthropic: { default_model: 'claude-sonnet-4' },
          local: { base_url: 'http://127.0.0.1:11434/v1', idle_timeout_seconds: 1_800 },
        },
        default_provider: 'anthropic',
        max_output_tokens: 8_192,
        listen_address: '::1',
        listen_port: 0,
        tool_search_above: 5_000,
        max_tool_turns: 5,
        max_agent_depth: 3,
        max_children_per_turn: 4,
        max_running_turns: 6,
        max_agents_made: 7,
        max_turns_without_user: 8,
        max_requests_sent: 9,
        cache_lifetime: '1h',
        max_output_size: 1_000,
        max_result_tokens: 5_000,
        max_attachment_bytes: 2_000,
        max_checkpoint_file_bytes: 3_000,
        history_size: 0,
        backup_every_hours: 168,
        backup_folder: '/media/disk',
        tool_output_days: 90,
        database_url: 'postgres://ann@db/ikigai',
        workspace: '~/work',
        proxy: 'http://proxy:3128',
        model_catalog_url: 'https://models.example/catalog.json',
        only_hosts: ['10.0.0.5:8000'],
        renew_models_at_start: true,
        updates: 'preview',
        update_feed: 'https://updates.example/',
        update_registry: 'https://npm.example/',
        sandbox: 'read-only',
        sandbox_domains: ['registry.npmjs.org', '*.example.com:8443'],
        tool_environment: ['JAVA_OPTS'],
        editor: 'code',
        hooks: { turn_end: [{ command: ['notify-send', 'Done'] }] },
        outside_agents: { claude: { command: 'claude-agent-acp', env: { LANG: 'C' }, options: { mode: 'plan' } } },
        max_cost_per_day: 4.5,
        max_cost_per_month: 60,
        ask_above_usd: 1.5,
        prices: { 'gpt-6': { input: 1, output: 2, cached_input: 0.1, cache_writes: { '30m': 1.25 } } },
        mcp_servers: {
          files: { command: 'npx', args: ['files', '.'], env: { DEBUG: '1' }, type: 'stdio' },
          free: { command: 'free', sandbox: false },
          off: { command: 'off', disabled: true },
          web: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer token' } },
        },
        of_a_newer_version: true,
      }),
    )
    expect(await loadConfig(directory, {})).toEqual({
      config: {
        providers: {
          anthropic: { defaultModel: 'claude-sonnet-4' },
          local: { baseUrl: 'http://127.0.0.1:11434/v1', idleTimeoutSeconds: 1_800 },
        },
        defaultProvider: 'anthropic',
        maxOutputTokens: 8_192,
        toolSearchAbove: 5_000,
        maxToolTurns: 5,
        maxAgentDepth: 3,
        maxChildrenPerTurn: 4,
        maxRunningTurns: 6,
        maxAgentsMade: 7,
        maxTurnsWithoutUser: 8,
        maxRequestsSent: 9,
        cacheLifetime: '1h',
        maxOutputSize: 1_000,
        maxResultTokens: 5_000,
        maxAttachmentBytes: 2_000,
        maxCheckpointFileBytes: 3_000,
        listenAddress: '::1',
        listenPort: 0,
        historySize: 0,
        backupEveryHours: 168,
        backupFolder: '/media/disk',
        toolOutputDays: 90,
        databaseUrl: 'postgres://ann@db/ikigai',
        workspace: '~/work',
        proxy: 'http://proxy:3128',
        modelCatalogUrl: 'https://models.example/catalog.json',
        onlyHosts: ['10.0.0.5:8000'],
        renewModelsAtStart: true,
        updates: 'preview',
        updateFeed: 'https://updates.example/',
        updateRegistry: 'https://npm.example/',
        sandbox: 'read-only',
        sandboxDomains: ['registry.npmjs.org', '*.example.com:8443'],
        toolEnvironment: ['JAVA_OPTS'],
        editor: 'code',
        hooks: { turn_end: [{ command: ['notify-send', 'Done'] }] },
        outsideAgents: { claude: { command: 'claude-agent-acp', env: { LANG: 'C' }, options: { mode: 'plan' } } },
        maxCostPerDay: 4.5,
        maxCostPerMonth: 60,
        askAboveUsd: 1.5,
        prices: { 'gpt-6': { input: 1, output: 2, cached_input: 0.1, cache_writes: { '30m': 1.25 } } },
        toolServers: {
          files: { transport: 'stdio', command: 'npx', args: ['files', '.'], env: { DEBUG: '1' } },
          free: { transport: 'stdio', command: 'free', args: [], env: {}, sandbox: false },
          off: { transport: 'stdio', command: 'off', args: [], env: {}, disabled: true },
          web: { transport: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer token' } },
        },
        pools: {},
        profiles: {},
        endpoints: [],
      },
      warnings: [],
    })
  })

  it('takes the proxy of the environment where the file names none', async () => {
    const { config } = await loadConfig(directory, { HTTPS_PROXY: 'http://office:8080' })
    expect(config.proxy).toBe('http://office:8080')
  })

  it('leaves out a tool server that is wrong, without repeating what it holds', async () => {
    const servers = {
      good: { command: 'a' },
      'bad name': { command: 'b' },
      neither: { env: { TOKEN: 'secret' } },
      elsewhere: { url: 'file:///etc/passwd' },
    }
    await write(path, JSON.stringify({ mcp_servers: servers }, null, 2))
    const { config, warnings } = await loadConfig(directory, {})
    const rule = 'must have a command (with args, env and cwd) or an http(s) url (with headers); ignored'
    expect({ servers: config.toolServers, warnings }).toEqual({
      servers: { good: { transport: 'stdio', command: 'a', args: [], env: {} } },
      warnings: [
        `${path}: Line 6: mcp_servers.bad name must be named with letters, digits, _ and -, 40 at most; ignored`,
        `${path}: Line 9: mcp_servers.neither ${rule}`,
        `${path}: Line 14: mcp_servers.elsewhere ${rule}`,
      ],
    })
  })

  it('reads pools of models, and leaves out one that is wrong', async () => {
    const pools = {
      smart: { strategy: 'round-robin', models: ['claude-opus-5-5/high', 'local/qwen3:8b'] },
      plain: { models: ['gpt-5.5'] },
      empty: { models: [] },
      odd: { strategy: 'random', models: ['gpt-5.5'] },
      unknown: { models: ['gpt-5.5', 'acme-1'] },
      'bad name': { models: ['gpt-5.5'] },
    }
    await write(path, JSON.stringify({ pools }, null, 2))
    const { config, warnings } = await loadConfig(directory, {})
    const gpt = { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'med' }
    expect({ pools: config.pools, warnings }).toEqual({
      pools: {
        smart: {
          strategy: 'round-robin',
          models: [
            { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'high' },
            { provider: 'local', model: 'local/qwen3:8b', thinkingLevel: 'med' },
          ],
        },
        plain: { strategy: 'failover', models: [gpt] },
      },
      warnings: [
        `${path}: Line 15: pools.empty must have at least one model; ignored`,
        `${path}: Line 18: pools.odd must have a strategy: failover, round-robin or best; ignored`,
        `${path}: Line 24: pools.unknown has a model that can't be used (Unknown model: acme-1); ignored`,
        `${path}: Line 30: pools.bad name must be named with letters, digits, _ and -, 40 at most; ignored`,
      ],
    })
  })

  it('says what was probably meant by a key that it does not know', async () => {
    await write(
      path,
      JSON.stringify(
        {
          max_output_token: 1,
          listenPort: 1,
          of_a_newer_version: 1,
          providers: { openai: { default_modle: 'gpt-5' } },
          mcp_servers: { files: { comand: 'npx', type: 'stdio', url: 'http://127.0.0.1/' } },
        },
        null,
        2,
      ),
    )
    expect((await loadConfig(directory, {})).warnings).toEqual([
      `${path}: Line 2: max_output_token is not a setting. Did you mean max_output_tokens? An answer has at most 4,096 tokens until it is corrected`,
      `${path}: Line 3: listenPort is not a setting. Did you mean listen_port? It is ignored`,
      `${path}: Line 7: providers.openai.default_modle is not a setting. Did you mean default_model? It is ignored`,
      `${path}: Line 12: mcp_servers.files.comand is not a setting. Did you mean command? It is ignored`,
    ])
  })

  it('takes DATABASE_URL before the file, unless it is empty', async () => {
    await write(path, '{"database_url": "postgres://file/db"}')
    const urls = [{ DATABASE_URL: 'postgres://environment/db' }, { DATABASE_URL: '' }].map(
      async (environment) => (await loadConfig(directory, environment)).config.databaseUrl,
    )
    expect(await Promise.all(urls)).toEqual(['postgres://environment/db', 'postgres://file/db'])
  })

  it('takes IKIGAI_ONLY_HOSTS before the file, also an empty one', async () => {
    await write(path, '{"only_hosts": ["file.example"]}')
    const hosts = ['10.0.0.5:8000, *.corp.example', '', undefined].map(
      async (IKIGAI_ONLY_HOSTS) => (await loadConfig(directory, { IKIGAI_ONLY_HOSTS })).config.onlyHosts,
    )
    expect(await Promise.all(hosts)).toEqual([['10.0.0.5:8000', '*.corp.example'], [], ['file.example']])
  })

  it.each([
    '{"only_hosts": "a.example"}',
    '{"only_hosts": ["a b"]}',
    '{"only_hosts": ["a.example"],}',
    '{"only_hosts": [',
  ])('connects to this machine alone where the hosts cannot be read: %s', async (text) => {
    await write(path, text)
    const { config, warnings } = await loadConfig(directory, {})
    expect(config.onlyHosts).toEqual([])
    expect(warnings.join()).toContain('only_hosts')
  })

  it('costs a wrong value only itself, and says where it is without repeating it', async () => {
    await write(
      path,
      [
        '{',
        '  "max_output_tokens": "many",',
        '  "listen_port": 99999,',
        '  "database_url": "mysql://ann:secret@db",',
        '  "default_provider": "acme",',
        '  "providers": {',
        '    "acme": {},',
        '    "xai": 7,',
        '    "openai": { "base_url": "ftp://localhost:80", "default_model": "gpt-5" }',
        '  }',
        '}',
      ].join('\n'),
    )
    const names = 'anthropic, openai, google, xai, meta, mistral, moonshot, openrouter, local'
    expect(await loadConfig(directory, {})).toEqual({
      config: {
        ...DEFAULT_CONFIG,
        maxOutputTokens: 4_096,
        providers: {
          openai: { defaultModel: 'gpt-5', baseUrlProblem: 'must be an http:// or https:// address' },
        },
      },
      warnings: [
        `${path}: Line 7: providers.acme is none of ${names}; ignored`,
        `${path}: Line 8: providers.xai must be an object; ignored`,
        `${path}: Line 9: providers.openai.base_url must be an http:// or https:// address; nothing is sent to openai`,
        `${path}: Line 2: max_output_tokens must be a whole number; an answer has at most 4,096 tokens until it is corrected`,
        `${path}: Line 3: listen_port must be 0 to 65535; using 1984`,
        `${path}: Line 4: database_url must begin with postgres://; ignored`,
        `${path}: Line 5: default_provider must be one of ${names}, or the name of an endpoint; ignored`,
      ],
    })
  })

  it.each([
    ['{\n  "listen_port": 80,\n  oops\n}', 'Line 3 is not valid JSON (InvalidSymbol). Using the defaults.'],
    ['{\n  "listen_port": 80,\n}', 'Line 3 is not valid JSON (PropertyNameExpected). Using the defaults.'],
    ['[]', 'Line 1 is not valid JSON (a { is expected). Using the defaults.'],
    ['', 'Line 1 is not valid JSON (ValueExpected). Using the defaults.'],
    ['['.repeat(200_000), 'It is nested deeper than 200 levels. Using the defaults.'],
    [`{"zz":${'{"a":'.repeat(200_000)}`, 'It is nested deeper than 200 levels. Using the defaults.'],
  ])('has the defaults for the broken file %j, says why, and leaves it alone', async (text, warning) => {
    await write(path, text)
    expect(await loadConfig(directory, {})).toEqual({ config: DEFAULT_CONFIG, warnings: [`${path}: ${warning}`] })
    expect(await readFile(path, 'utf8')).toBe(text)
  })
})

describe('updateConfig', () => {
  const byHand = [
    '{',
    '    "zz_mine":   [1,2,   3],',
    '    "providers": { "openai": { "default_model": "gpt-5", "note": "keep" } },',
    '    "listen_port": 80',
    '}',
    '',
  ].join('\n')

  it('changes the given keys and not a byte of the rest', async () => {
    await write(path, byHand)
    const change = { listenPort: 8_080, providers: { openai: { defaultModel: 'gpt-5.1' } } }
    expect(await updateConfig(directory, change)).toEqual({ ok: true, value: null })
    expect(await readFile(path, 'utf8')).toBe(byHand.replace('"gpt-5"', '"gpt-5.1"').replace('80', '8080'))
  })

  it('adds a key in the style of the file, and takes one out', async () => {
    await write(path, byHand)
    await updateConfig(directory, { defaultProvider: 'openai', providers: { openai: { defaultModel: null } } })
    expect(await readFile(path, 'utf8')).toBe(
      [
        '{',
        '    "zz_mine":   [1,2,   3],',
        '    "providers": { "openai": { "note": "keep" } },',
        '    "listen_port": 80,',
        '    "default_provider": "openai"',
        '}',
        '',
      ].join('\n'),
    )
  })

  it.each([
    ['{"listen_port":80,"zz":[1,2,   3]}', '{"listen_port":80,"zz":[1,2,   3], "default_provider": "xai"}'],
    ['{}', '{\n  "default_provider": "xai"\n}'],
    ['{\r\n\t"zz": 1 // why\r\n}', '{\r\n\t"zz": 1, // why\r\n\t"default_provider": "xai"\r\n}'],
    ['{ /* none */ }', '{ /* none */ \n  "default_provider": "xai"\n}'],
    [
      '{\n  "a": {"x":1,   "y":2}, "zz": 1 /* a\n b */ }',
      '{\n  "a": {"x":1,   "y":2}, "zz": 1, /* a\n b */\n  "default_provider": "xai" }',
    ],
  ])('adds a key to %j without a change beside it', async (before, after) => {
    await write(path, before)
    expect(await updateConfig(directory, { defaultProvider: 'xai' })).toEqual({ ok: true, value: null })
    expect(await readFile(path, 'utf8')).toBe(after)
    expect((await loadConfig(directory, {})).config.defaultProvider).toBe('xai')
  })

  it.each([
    ['{\n  // mine\n  "listen_port": 80, // why\n  "zz":1\n}', '{\n  // mine\n  "zz":1\n}'],
    ['{\n  "zz":1, // kept\n  "listen_port": 80 // why\n}', '{\n  "zz":1 // kept\n}'],
    ['{"zz":1,  "listen_port": 80}', '{"zz":1}'],
    ['{"listen_port": 80,  "zz":1}', '{"zz":1}'],
    ['{ "listen_port": 80 }', '{  }'],
  ])('takes a key out of %j without a change beside it', async (before, after) => {
    await write(path, before)
    expect(await updateConfig(directory, { listenPort: null })).toEqual({ ok: true, value: null })
    expect(await readFile(path, 'utf8')).toBe(after)
  })

  it('takes nothing out of a file that has nothing', async () => {
    await write(path, '{}')
    const change = { listenPort: null, providers: { xai: { baseUrl: null } } }
    expect(await updateConfig(directory, change)).toEqual({ ok: true, value: null })
    expect(await readFile(path, 'utf8')).toBe('{}')
  })

  it('makes the directory and the file', async () => {
    const deeper = join(directory, 'a', 'b')
    await updateConfig(deeper, { defaultProvider: 'google' })
    expect((await loadConfig(deeper, {})).config).toEqual({ ...DEFAULT_CONFIG, defaultProvider: 'google' })
  })

  it('never overwrites a file that is not JSON', async () => {
    await write(path, '{ "listen_port": ')
    expect(await updateConfig(directory, { listenPort: 1 })).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: `${path} was not changed: Line 1 is not valid JSON (ValueExpected). Fix the file first.`,
        retryable: false,
      },
    })
    expect(await readFile(path, 'utf8')).toBe('{ "listen_port": ')
  })

  it('follows a link, leaves the file readable by its owner only, and nothing beside it', async () => {
    const real = join(directory, 'dotfiles.json')
    await writeFile(real, '{}')
    await chmod(real, 0o644)
    await symlink(real, path)
    const warning = `${path} can be read by other users of this machine. Run: chmod 600 ${path}`
    expect((await loadConfig(directory, {})).warnings).toEqual([warning])
    await updateConfig(directory, { listenPort: 1 })
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ listen_port: 1 })
    expect((await stat(real)).mode & 0o777).toBe(0o600)
    expect((await loadConfig(directory, {})).warnings).toEqual([])
    expect((await readdir(directory)).toSorted()).toEqual(['config.json', 'dotfiles.json'])
  })
})
