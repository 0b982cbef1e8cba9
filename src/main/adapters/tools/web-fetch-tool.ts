import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { hostRefusal } from '../only-hosts.ts'
import { defineTool } from './define-tool.ts'
import { fetchPage } from './fetch-page.ts'
import { OutputCollector, outputName } from './output-collector.ts'
import type { AddressCheck } from './public-address.ts'
import type { ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

/** `isPermitted` is for tests; the default is public addresses only. */
export function webFetchTool(context: ToolContext, isPermitted?: AddressCheck): Tool {
  return defineTool({
    name: 'web_fetch',
    description:
      'Gets a page of the web and gives back its text. Only public http and https addresses; a redirect to another host is told, not followed. No cookies, no login, no scripts are run.',
    schema: z.strictObject({ url: z.string().min(1).max(4_000).describe('The address, with https://.') }),
    prepare({ url }, site) {
      const parsed = parseAddress(url)
      if (!parsed.ok) return Promise.resolve(parsed)
      return Promise.resolve({
        ok: true,
        call: {
          subject: parsed.url.href,
          access: 'network',
          paths: [],
          isInFolder: false,
          run: ({ signal }) => fetchText(parsed.url, { signal, name: outputName(site), isPermitted }, context),
        },
      })
    },
  })
}

function parseAddress(text: string): { ok: true; url: URL } | { ok: false; message: string } {
  const url = URL.parse(text)
  if (url === null)
    return { ok: false, message: `'${text}' is not an address. Give all of it, as https://example.com/page.` }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, message: `${url.protocol} is not possible: only http: and https:.` }
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, message: 'An address with a user name or a password is not fetched.' }
  }
  const refusal = hostRefusal(url.hostname, portOf(url))
  if (refusal !== null) return { ok: false, message: refusal }
  url.hash = ''
  return { ok: true, url }
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

interface FetchRun {
  readonly signal: AbortSignal
  /** Of the file with the complete text. */
  readonly name: string
  readonly isPermitted: AddressCheck | undefined
}

async function fetchText(
  url: URL,
  { signal, name, isPermitted }: FetchRun,
  context: ToolContext,
): Promise<ToolOutcome> {
  const page = await fetchPage(url, { signal, ...defined({ isPermitted }) })
  if (!page.ok) return { content: page.message, isError: true }
  // Loaded on demand: parsing HTML needs a large package that few turns use.
  const { pageText } = await import('./page-text.ts')
  const readable = pageText(page.body, page.contentType)
  if (!readable.ok) return { content: readable.message, isError: true }
  const collector = new OutputCollector(name, context)
  await collector.write(Buffer.from(readable.text))
  const { text, fullOutput } = await collector.finish()
  const notes = [
    ...(page.status === 200 ? [] : [`[HTTP status ${page.status}]`]),
    ...(page.url === url.href ? [] : [`[from ${page.url}]`]),
    ...(page.isCut ? ['[The page is longer; this is its beginning.]'] : []),
  ]
  return {
    content: [...notes, text].join('\n'),
    isError: page.status >= 400,
    ...defined({ fullOutput }),
  }
}
