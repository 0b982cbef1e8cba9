import { z } from 'zod'
import { PROVIDER_NAMES } from '../../../shared/providers.ts'
import { PROXY_FORM, proxyUrl } from '../../../shared/proxy-url.ts'
import type { Config, ToolServerConfig } from '../../core/ports.ts'

/** What holds where config.json says nothing (docs/configuration.md). */
export const DEFAULT_CONFIG: Config = {
  providers: {},
  defaultProvider: null,
  maxOutputTokens: null,
  maxToolTurns: 50,
  maxAgentDepth: 8,
  maxChildrenPerTurn: 20,
  maxRunningTurns: 50,
  maxOutputSize: 1_048_576,
  listenAddress: '127.0.0.1',
  listenPort: 1_984,
  historySize: 10_000,
  databaseUrl: null,
  workspace: null,
  proxy: null,
  toolEnvironment: [],
  toolServers: {},
  pools: {},
}

const positive = z.int('must be a whole number').positive('must be more than 0')

/** Keys of config.json with what each may hold; the messages complete `KEY …`. */
export const configFields = {
  default_provider: z.enum(PROVIDER_NAMES, `must be one of ${PROVIDER_NAMES.join(', ')}`).nullable(),
  max_output_tokens: positive.nullable(),
  max_tool_turns: positive,
  max_agent_depth: positive,
  max_children_per_turn: positive,
  max_running_turns: positive,
  max_output_size: positive,
  listen_address: z.string('must be text').min(1, 'must not be empty'),
  listen_port: z.int('must be a whole number').min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535'),
  history_size: z.int('must be a whole number').nonnegative('must not be negative'),
  database_url: z
    .string('must be text')
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .nullable(),
  workspace: z
    .string('must be text')
    .regex(/^(\/|~\/|[A-Za-z]:\\)/, 'must be an absolute path, or begin with ~/')
    .nullable(),
  proxy: z
    .string('must be text')
    .refine((address) => proxyUrl(address) !== null, PROXY_FORM)
    .nullable(),
  tool_environment: z.array(
    z.string('must be a list of names').regex(/^[^=\0]+$/, 'must be a list of names of variables'),
    'must be a list of names',
  ),
}

const text = z.string('must be text')
const texts = z.record(z.string(), text, 'must be an object of texts').default({})

/** An entry of `mcp_servers`, in the shape that MCP clients share: a program or an address. */
export const toolServerField = z.union(
  [
    z
      .object({ command: text.min(1), args: z.array(text).default([]), env: texts, cwd: text.min(1).optional() })
      .transform(({ command, args, env, cwd }): ToolServerConfig => {
        return { transport: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }) }
      }),
    z
      .object({ url: z.url({ protocol: /^https?$/ }), headers: texts })
      .transform(({ url, headers }): ToolServerConfig => ({ transport: 'http', url, headers })),
  ],
  'must have a command (with args, env and cwd) or an http(s) url (with headers)',
)

/** Part of the names that models see: `server__tool`. */
export const TOOL_SERVER_NAME = /^[A-Za-z0-9_-]{1,40}$/

/** Keys of an entry of `providers`. */
export const providerFields = {
  default_model: z.string('must be text').min(1, 'must not be empty'),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
  idle_timeout_seconds: positive.max(86_400, 'must be 86400 (a day) at most'),
}
