import type { ReadResourceResult } from '@modelcontextprotocol/client'
import { z } from 'zod'

import { ok, refuse, type Result } from '../../../../shared/result.ts'
import type { ToolApp } from '../../../../shared/tool-app.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import { type AskedServer, withClient } from './with-client.ts'

const APP_TYPE = 'text/html;profile=mcp-app'

/** What the client announces, so that servers offer tools with apps (specification 2026-01-26). */
export const APPS_EXTENSION = { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } }

/** Largest document of an app, bytes. */
const MAX_BYTES = 4_000_000
/** Time limit for reading an app, ms. */
const TIMEOUT_MS = 10_000
const MAX_ADDRESSES = 20
/** Longest network address that is shown, UTF-16 units. */
const MAX_ADDRESS = 200

const appUri = z.string().max(2_000).startsWith('ui://')
const toolMeta = z.object({
  ui: z
    .object({ resourceUri: appUri.optional().catch(undefined), visibility: z.array(z.string()).optional() })
    .optional()
    .catch(undefined),
  'ui/resourceUri': appUri.optional().catch(undefined),
})

export interface AppOfTool {
  /** Address of the app; null: the tool has none. */
  readonly uri: string | null
  /** False: the tool is meant for calls of the app only, which are not allowed here. */
  readonly isForModels: boolean
}

/** Returns what a tool's definition says about its app, also in the older form. */
export function appOfTool(meta: unknown): AppOfTool {
  const { data } = toolMeta.safeParse(meta)
  const visibility = data?.ui?.visibility
  return {
    uri: data?.ui?.resourceUri ?? data?.['ui/resourceUri'] ?? null,
    isForModels: visibility === undefined || visibility.includes('model'),
  }
}

/** Asks a server for an app. */
export function readToolApp(server: AskedServer, uri: string): Promise<Result<ToolApp>> {
  return withClient(server.name, server, async (client) =>
    toolApp(server.name, await client.readResource({ uri }, { timeout: TIMEOUT_MS })),
  )
}

/** Returns the app that a resource contains. */
export function toolApp(server: string, { contents }: ReadResourceResult): Result<ToolApp> {
  const app = contents.find(({ mimeType }) => plainType(mimeType) === APP_TYPE)
  if (app === undefined) {
    return refuse(`The MCP server ${server} returned no app (${APP_TYPE}). Look for an update of the server.`)
  }
  const html = 'text' in app ? app.text : Buffer.from(app.blob, 'base64').toString('utf8')
  const bytes = Buffer.byteLength(html)
  if (bytes > MAX_BYTES) {
    const size = `${(bytes / 1e6).toFixed(1)} MB, the limit is ${MAX_BYTES / 1e6} MB`
    return refuse(`The app of the MCP server ${server} is too large: ${size}. The result of the call is complete.`)
  }
  return ok({ html, refused: askedAddresses(app._meta) })
}

function plainType(mimeType: string | undefined): string {
  return (mimeType ?? '').replaceAll(/\s/g, '').toLowerCase()
}

const addresses = z.array(z.string()).catch([])
const appMeta = z.object({
  ui: z.object({
    csp: z.object({ connectDomains: addresses, resourceDomains: addresses, frameDomains: addresses }),
  }),
})

function askedAddresses(meta: unknown): readonly string[] {
  const { data } = appMeta.safeParse(meta)
  if (data === undefined) return []
  const { connectDomains, resourceDomains, frameDomains } = data.ui.csp
  const all = new Set([...connectDomains, ...resourceDomains, ...frameDomains])
  return [...all].slice(0, MAX_ADDRESSES).map((address) => visibleText(address, 'shown').slice(0, MAX_ADDRESS))
}
