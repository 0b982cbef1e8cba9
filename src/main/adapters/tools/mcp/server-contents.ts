import type { Client, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client'

import { fileName } from '../../../../shared/attachment.ts'
import { ok, refuse, type Result } from '../../../../shared/result.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import type { ServerContents, ServerPrompt, ServerResource } from '../../../core/ports/tool-server-ports.ts'
import type { ToolFile } from '../../../core/ports/tool-ports.ts'
import type { McpServer } from './mcp-server.ts'
import { MAX_WORDS, withClient } from './with-client.ts'

/** Time limit for one request, ms. */
const TIMEOUT_MS = 5_000
/** Prompts or resources of one server that are used. */
const MAX_LISTED = 1_000

/** The prompts and resources of the servers that run. `servers`: those of the moment. */
export function createServerContents(servers: () => readonly McpServer[]): ServerContents {
  const connected = (name: string): McpServer | null => servers().find((server) => server.name === name) ?? null
  return {
    async prompts() {
      const lists = await Promise.all(servers().map(promptsOf))
      return lists.flat()
    },
    prompt: ({ server, name }, args) =>
      withClient(server, connected(server), async (client) =>
        ok(promptText(await client.getPrompt({ name, arguments: { ...args } }, { timeout: TIMEOUT_MS }))),
      ),
    resourceServers: () =>
      servers().flatMap(({ name, client }) => (client?.getServerCapabilities()?.resources === undefined ? [] : [name])),
    resources: (server) => resourcesOf(connected(server)),
    resource: (server, uri) =>
      withClient(server, connected(server), async (client) =>
        resourceFile(uri, await client.readResource({ uri }, { timeout: TIMEOUT_MS })),
      ),
  }
}

/** Returns what the server answers; `otherwise` if it fails. */
function listed<T>(server: McpServer, ask: (client: Client) => Promise<T>, otherwise: T): Promise<T> {
  return server.request(ask, new AbortController().signal).catch(() => otherwise)
}

async function promptsOf(server: McpServer): Promise<readonly ServerPrompt[]> {
  if (server.client?.getServerCapabilities()?.prompts === undefined) return []
  const options = { timeout: TIMEOUT_MS }
  const { prompts } = await listed(server, (client) => client.listPrompts(undefined, options), { prompts: [] })
  return prompts.slice(0, MAX_LISTED).map(({ name, title, description, arguments: given = [] }) => ({
    server: server.name,
    name,
    description: words(description ?? title ?? ''),
    arguments: given.map((each) => ({ name: each.name, isRequired: each.required === true })),
  }))
}

async function resourcesOf(server: McpServer | null): Promise<readonly ServerResource[]> {
  if (server?.client?.getServerCapabilities()?.resources === undefined) return []
  const options = { timeout: TIMEOUT_MS }
  const [{ resources }, { resourceTemplates }] = await Promise.all([
    listed(server, (client) => client.listResources(undefined, options), { resources: [] }),
    listed(server, (client) => client.listResourceTemplates(undefined, options), { resourceTemplates: [] }),
  ])
  return [
    ...resources.slice(0, MAX_LISTED).map(({ uri, name, title, size }) => ({
      uri,
      title: words(title ?? name),
      bytes: size ?? null,
      isTemplate: false,
    })),
    ...resourceTemplates.slice(0, MAX_LISTED).map(({ uriTemplate, name, title }) => ({
      uri: uriTemplate,
      title: words(title ?? name),
      bytes: null,
      isTemplate: true,
    })),
  ].filter(({ uri }) => /^[!-~]+$/.test(uri))
}

/** One line, in which nothing is invisible. */
function words(text: string): string {
  return visibleText(text.replaceAll(/\s+/gu, ' ').trim(), 'shown').slice(0, MAX_WORDS)
}

type PromptPart = GetPromptResult['messages'][number]['content']

function promptText({ messages }: GetPromptResult): string {
  return messages
    .map(({ role, content }) => (role === 'user' ? partText(content) : `Assistant: ${partText(content)}`))
    .join('\n\n')
}

function partText(part: PromptPart): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.type} of the prompt, not included]`
    case 'resource_link':
      return `[resource ${part.uri}]`
    default:
      return 'text' in part.resource ? part.resource.text : `[resource ${part.resource.uri}, not included]`
  }
}

function resourceFile(uri: string, { contents }: ReadResourceResult): Result<ToolFile> {
  const [first, ...others] = contents
  if (first === undefined) return refuse(`The resource ${uri} is empty.`)
  if (others.length === 0 && 'blob' in first) {
    return ok({ name: fileName(uri), bytes: Buffer.from(first.blob, 'base64') })
  }
  const texts = contents.flatMap((part) => ('text' in part ? [part.text] : []))
  if (texts.length < contents.length) return refuse(`The resource ${uri} consists of several files. Name one of them.`)
  return ok({ name: fileName(uri), bytes: Buffer.from(texts.join('\n\n'), 'utf8') })
}
