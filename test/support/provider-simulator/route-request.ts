import type { IncomingHttpHeaders } from 'node:http'

import { BASE_PATHS, SIMULATED_HOSTS } from './wire-format.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

export type Route =
  | {
      readonly type: 'generate'
      readonly host: SimulatedHost
      readonly wire: WireFormat
      /** Gemini's model, which is part of the path. */
      readonly model?: string
      /** Gemini: `v1` or `v1beta`. */
      readonly version?: string
      /** Whether a stream is requested: Gemini by the method's name in the path, the others in the body. */
      readonly streamPath?: boolean
    }
  | { readonly type: 'models'; readonly host: SimulatedHost; readonly version?: string }

const GEMINI_PATH = /^\/(v1|v1beta)\/models\/([^/:]+):(streamGenerateContent|generateContent)$/

/** Returns the API of a request, or undefined for an unknown path. */
export function routeRequest(path: string, headers: IncomingHttpHeaders): Route | undefined {
  const gemini = GEMINI_PATH.exec(path)
  if (gemini !== null) return geminiRoute(gemini)
  if (path === '/v1/messages') return { type: 'generate', host: 'anthropic', wire: 'anthropic' }
  if (path === '/v1/models' || path === '/v1beta/models') return modelsRoute(path, headers)
  for (const host of SIMULATED_HOSTS) {
    const rest = restOfPath(path, BASE_PATHS[host])
    if (rest === '/responses') return { type: 'generate', host, wire: 'responses' }
    if (rest === '/chat/completions') return { type: 'generate', host, wire: 'chat' }
    if (rest === '/models') return { type: 'models', host }
  }
  return undefined
}

function geminiRoute(match: RegExpExecArray): Route {
  const [, version = 'v1', model = '', method] = match
  const streamPath = method === 'streamGenerateContent'
  return { type: 'generate', host: 'google', wire: 'gemini', version, model: decodeURIComponent(model), streamPath }
}

/** Distinguishes the three providers that share `/v1/models` by their headers. */
function modelsRoute(path: string, headers: IncomingHttpHeaders): Route {
  if (path === '/v1beta/models' || headers['x-goog-api-key'] !== undefined) {
    return { type: 'models', host: 'google', version: path.split('/')[1] ?? 'v1' }
  }
  return { type: 'models', host: headers['anthropic-version'] === undefined ? 'openai' : 'anthropic' }
}

function restOfPath(path: string, base: string): string | undefined {
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
}
