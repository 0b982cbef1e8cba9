import { z } from 'zod'

import type { PluginServer } from '../../core/ports/plugin-ports.ts'

/** The file of a plugin that names its tool servers. */
export const SERVERS_FILE = 'mcp.json'

/** Most servers of one plugin that are used. */
const MAX_SERVERS = 20

interface ParsedServers {
  readonly servers: readonly Pick<PluginServer, 'name' | 'command' | 'args' | 'env' | 'cwd'>[]
  /** What is not used, and why. */
  readonly notes: readonly string[]
}

/**
 * Returns the tool servers that a `mcp.json` describes, by the specification of Agent Plugins 1.0.0. A faulty entry is
 * left out alone; a faulty file has none.
 */
export function parsePluginServers(text: string): ParsedServers {
  const file = FILE.safeParse(parseJson(text))
  if (!file.success) return { servers: [], notes: [`${SERVERS_FILE} is not valid: its tool servers are not used`] }
  const entries = Object.entries(file.data.mcpServers)
  const read = entries.slice(0, MAX_SERVERS).map(([name, entry]) => ({ name, ...readEntry(name, entry) }))
  const tooMany = entries.length > MAX_SERVERS ? [`only ${MAX_SERVERS} of its tool servers are used`] : []
  return {
    servers: read.flatMap(({ name, server }) => (server === undefined ? [] : [{ name, ...server }])),
    notes: [...read.flatMap(({ problem }) => problem ?? []), ...tooMany],
  }
}

function readEntry(name: string, entry: unknown) {
  if (REMOTE.safeParse(entry).success)
    return { problem: `${SERVERS_FILE} names an address for ${name}: add it to mcp_servers to use it` }
  const server = PROGRAM.safeParse(entry)
  if (!NAME.test(name) || !server.success)
    return { problem: `${SERVERS_FILE} has an entry that is not valid, ${name.slice(0, 40)}: it is not used` }
  const { command, args, env, cwd } = server.data
  return { server: { command, args, env, cwd } }
}

/** Returns what a file of a plugin says; undefined: it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** Names of servers, which are part of the names of their tools. */
const NAME = /^[A-Za-z0-9_-]{1,40}$/

const value = z
  .string()
  .max(10_000)
  .regex(/^[^\0]*$/u)

const FILE = z.looseObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'),
  mcpServers: z.record(z.string(), z.unknown()),
})

const REMOTE = z.looseObject({ type: z.enum(['streamable-http', 'sse']) })

const PROGRAM = z.looseObject({
  type: z.literal('stdio'),
  // A program of the system by its name, or a file of the plugin.
  command: z.union([z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}$/), value.regex(/^\.\/./u)]),
  args: z.array(value).max(100).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/), value).default({}),
  cwd: value.regex(/^(?:\.\/|\$\{PLUGIN_(?:ROOT|DATA)\}(?:\/|$))/u).default('./'),
})
