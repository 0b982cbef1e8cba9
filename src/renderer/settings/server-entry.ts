import { z } from 'zod'

import { tidyServer, TOOL_SERVERS, toolServerEntrySchema, type ToolServerEntry } from '../../shared/tool-server.ts'
import { errorMessage, ok } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'
import type { ParsedEntry } from './parse-entry.ts'

const common = texts.entryForms
const words = texts.toolServers.paste

export type PastedServers = Readonly<Record<string, ToolServerEntry>>

const blockSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
const EXAMPLE = '{ "mcpServers": { "files": { "command": "npx" } } }'

/** Keys under which other programs write their servers. */
const BLOCK_KEYS = ['mcpServers', 'mcp_servers', 'servers']
/** Keys of other programs, which are left out while they have no meaning here. */
const FOREIGN_KEYS = ['type', 'transport', 'alwaysAllow', 'autoApprove', 'timeout', 'description'].filter(
  (key) => !TOOL_SERVERS.fields.includes(key),
)

/** Parses the servers of a configuration that was made for an MCP client: the whole file, or what is inside its block. */
export function parsePastedServers(text: string): ParsedEntry<PastedServers> {
  const json = parseLoose(text.trim().replace(/,$/, ''))
  if (!json.ok) return json
  const block = blockSchema.safeParse(blockOf(json.value))
  if (!block.success || Object.keys(block.data).length === 0)
    return { ok: false, problem: words.empty({ example: EXAMPLE }) }
  const servers: Record<string, ToolServerEntry> = {}
  for (const [name, entry] of Object.entries(block.data)) {
    const known = Object.entries(entry).filter(([key]) => !FOREIGN_KEYS.includes(key))
    const parsed = toolServerEntrySchema.safeParse(Object.fromEntries(known))
    if (!parsed.success) return { ok: false, problem: problemOf(name, parsed.error) }
    servers[name] = tidyServer(parsed.data)
  }
  return ok(servers)
}

/** Parses JSON. A block that was copied without the braces around it is accepted too. */
function parseLoose(text: string): ParsedEntry<unknown> {
  try {
    return ok(JSON.parse(text.startsWith('{') ? text : `{${text}}`))
  } catch (error) {
    return { ok: false, problem: common.notJson({ problem: errorMessage(error) }) }
  }
}

function blockOf(json: unknown): unknown {
  const parsed = z.record(z.string(), z.unknown()).safeParse(json)
  const key = BLOCK_KEYS.find((name) => parsed.data !== undefined && Object.hasOwn(parsed.data, name))
  return key === undefined ? json : parsed.data?.[key]
}

function problemOf(server: string, error: z.ZodError): string {
  const keys = error.issues
    .flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flat() : [issue]))
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  const unknown = [...new Set(keys)].filter((key) => !toolServerKeys.has(key))
  return unknown.length === 0 ? words.wrongForm({ server }) : words.unknownKeys({ server, keys: unknown.join(', ') })
}

const toolServerKeys = new Set(toolServerEntrySchema.options.flatMap((option) => Object.keys(option.shape)))
