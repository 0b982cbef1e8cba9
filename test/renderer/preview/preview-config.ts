import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import type { ConfigChange, ConfigState } from '../../../src/shared/config-change.ts'
import { HIDDEN_VALUE } from '../../../src/shared/hidden-values.ts'
import type { SignInOffer, ToolList } from '../../../src/shared/tool-list.ts'
import { updatedEndpoints } from './preview-endpoints.ts'
import { untyped } from '../../support/untyped.ts'

export const PREVIEW_CONFIG: ConfigState = {
  ...DEFAULT_CONFIG,
  profiles: { reviewer: { description: 'Reads changes and comments on them.', tools: ['file_read'] } },
  path: '/home/ada/.config/ikigai/config.json',
  warnings: [],
  defaultProvider: 'anthropic',
  providers: {
    anthropic: { defaultModel: 'claude-sonnet-5-5/med', baseUrl: null },
    local: { defaultModel: null, baseUrl: 'http://127.0.0.1:11434/v1' },
  },
  renewModelsAtStart: false,
  maxOutputTokens: 4_096,
  databaseFromEnvironment: false,
  toolServers: {
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada'] },
    tickets: { url: 'https://mcp.example.com/', headers: { Authorization: HIDDEN_VALUE } },
  },
  pools: { smart: { strategy: 'failover', models: ['claude-opus-4-5/high', 'gpt-5/high'] } },
  proxy: 'http://proxy.example.com:3128',
  proxyFromEnvironment: true,
  hostsFromEnvironment: false,
  needsRestart: [],
}

export const PREVIEW_TOOLS: ToolList = {
  tools: [
    { name: 'bash', description: 'Runs a command in the agent’s folder.', server: null },
    { name: 'file_edit', description: 'Replaces a text in a file.', server: null },
    { name: 'file_read', description: 'Reads a file.', server: null },
    { name: 'file_write', description: 'Writes a whole file.', server: null },
    { name: 'files__read_text_file', description: 'Reads the complete contents of a file.', server: 'files' },
    { name: 'grep', description: 'Searches the files of a folder.', server: null },
    { name: 'web_fetch', description: 'Fetches the text of a page.', server: null },
  ],
  servers: [],
}

/** What the engine's config store would answer, as far as a look at the window needs it. */
export function updatedConfig(config: ConfigState, change: ConfigChange): ConfigState {
  const { providers = {}, toolServers = {}, pools = {}, profiles = {}, databaseUrl } = change
  const merged = { ...config.providers }
  for (const [name, settings] of Object.entries(providers)) {
    const before = merged[untyped<'openai'>(name)] ?? { defaultModel: null, baseUrl: null }
    merged[untyped<'openai'>(name)] = {
      defaultModel: settings?.defaultModel === undefined ? before.defaultModel : settings.defaultModel,
      baseUrl: settings?.baseUrl === undefined ? before.baseUrl : settings.baseUrl,
    }
  }
  return {
    ...config,
    defaultProvider: change.defaultProvider === undefined ? config.defaultProvider : change.defaultProvider,
    renewModelsAtStart: change.renewModelsAtStart ?? config.renewModelsAtStart,
    askAboveUsd: change.askAboveUsd === undefined ? config.askAboveUsd : change.askAboveUsd,
    maxOutputTokens: change.maxOutputTokens ?? config.maxOutputTokens,
    maxToolTurns: change.maxToolTurns ?? config.maxToolTurns,
    ...(change.proxy === undefined ? {} : { proxy: change.proxy, proxyFromEnvironment: false }),
    ...(databaseUrl === undefined ? {} : { databaseUrl, needsRestart: ['databaseUrl'] as const }),
    providers: merged,
    toolServers: withoutNulls({ ...config.toolServers, ...toolServers }),
    pools: withoutNulls({ ...config.pools, ...pools }),
    profiles: withoutNulls({ ...config.profiles, ...profiles }),
    endpoints: updatedEndpoints(config.endpoints, change.endpoints ?? {}),
  }
}

function withoutNulls<Value>(record: Readonly<Record<string, Value | null>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** What a tool server of the preview asks before a sign-in. */
export const previewOffer: SignInOffer = {
  address: 'https://login.example.com/authorize?scope=read+write',
  issuer: 'https://login.example.com',
  scopes: ['read', 'write'],
}
