import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import { optionalText, parseObject } from './read-json.ts'
import type { Route } from './route-request.ts'
import type { SimulatorRequest } from './simulator-request.ts'

const SECRET_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'cookie']

/** Reads the whole body of a request. */
export async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns a generation request for tests; undefined if its body is not a JSON object. */
export function readRequest(
  route: Extract<Route, { type: 'generate' }>,
  { message, body, index }: { message: IncomingMessage; body: string; index: number },
): SimulatorRequest | undefined {
  const json = parseObject(body)
  if (json === undefined) return undefined
  return {
    index,
    host: route.host,
    wire: route.wire,
    path: message.url ?? '',
    body: json,
    bodyText: body,
    headers: withoutSecrets(message.headers),
    model: route.model ?? optionalText(json['model']) ?? '',
    stream: route.streamPath ?? json['stream'] === true,
    version: route.version ?? 'v1',
    rejectedBy: undefined,
  }
}

function withoutSecrets(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.includes(name))
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}
