import { get } from 'node:http'

import type { LocalServer } from '../../../shared/local-server.ts'
import { listedModels } from './listed-models.ts'
import { parseJson } from './wire-value.ts'

/**
 * Longest wait for the answer of a port, ms. On a busy machine a server, or this process, may take more than a second.
 */
const WAIT_MS = 3_000
/** Longest accepted list, bytes. */
const MAX_LIST_SIZE = 1_000_000
const MAX_MODELS = 500

const HOST = '127.0.0.1'
const OLLAMA_PORT = 11_434

/** Programs that serve local models, with the ports of their documentation. */
const USUAL_PORTS = [
  { name: 'LM Studio', port: 1_234 },
  { name: 'llama.cpp', port: 8_080 },
  { name: 'vLLM', port: 8_000 },
] as const

/**
 * Asks the usual ports of this machine for their models, all at once. A port counts if it answers with a list in
 * OpenAI's form. The requests go to the loopback address and to no proxy.
 */
export async function findLocalServers(
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<readonly LocalServer[]> {
  const places = [{ name: 'Ollama', port: ollamaPort(environment['OLLAMA_HOST']) }, ...USUAL_PORTS]
  const found = await Promise.all(places.map(({ name, port }) => serverAt(name, port, signal)))
  return found.filter((server) => server !== null)
}

/** Returns the port of `OLLAMA_HOST`, as in `127.0.0.1:11500`; the usual one if it is missing or of another machine. */
export function ollamaPort(host: string | undefined): number {
  const url = host === undefined ? null : URL.parse(host.includes('://') ? host : `http://${host}`)
  const isHere = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(url?.hostname ?? '')
  return isHere && url !== null && url.port !== '' ? Number(url.port) : OLLAMA_PORT
}

async function serverAt(name: string, port: number, signal: AbortSignal): Promise<LocalServer | null> {
  const baseUrl = `http://${HOST}:${port}/v1`
  const text = await textAt(`${baseUrl}/models`, AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]))
  const rows = text === null ? null : listedModels(parseJson(text))
  return rows === null ? null : { name, baseUrl, models: rows.slice(0, MAX_MODELS).map(({ id }) => id) }
}

/** Returns the body of a successful answer; null for every other one, and for none. */
function textAt(url: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { signal, agent: false }, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > MAX_LIST_SIZE) request.destroy()
        else pieces.push(piece)
      })
      response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(pieces).toString() : null))
      response.on('close', () => resolve(null))
    })
    request.on('error', () => resolve(null))
  })
}
