/**
 * A hand-written MCP server over stdio with behaviour that regular servers do not have. Its argument is a JSON file
 * with its tools, which is read again for every list; a second one names a file with the contents of its resources by
 * address. A call returns its arguments, as text and as structured content;
 * a call with `line` runs it with bash, and returns its exit code and what it printed; a call with `ask` asks the user
 * (`elicitation/create`) with these parameters, and returns the answer; a call with `needs` fails with -32042 and this data.
 */
import { spawnSync } from 'node:child_process'

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  readonly id?: number | string
  readonly method: string
  readonly params?: {
    readonly arguments?: { readonly line?: string; readonly ask?: object; readonly needs?: object }
    readonly protocolVersion?: string
    readonly uri?: string
  }
}

/** Tests copy this file alone into the folders of servers, so it imports no other one. */
function parsed<T>(text: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- what the test has written
  return JSON.parse(text)
}

const METHOD_NOT_FOUND = -32_601
const URL_ELICITATION_REQUIRED = -32_042

function answer({ method, params }: Request): object | null {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: { listChanged: true }, ...(process.argv[3] !== undefined && { resources: {} }) },
        serverInfo: { name: 'hand-written', version: '1' },
      }
    case 'tools/list':
      return { tools: parsed<unknown>(readFileSync(process.argv[2] ?? '', 'utf8')) }
    case 'tools/call': {
      const given = params?.arguments ?? {}
      if (given.line !== undefined) return ran(given.line)
      return { content: [{ type: 'text', text: JSON.stringify(given) }], structuredContent: given }
    }
    case 'resources/read':
      return resource(params?.uri ?? '')
    default:
      return null
  }
}

function resource(uri: string): object | null {
  const all = parsed<Readonly<Record<string, object>>>(readFileSync(process.argv[3] ?? '', 'utf8'))
  const found = all[uri]
  return found === undefined ? null : { contents: [{ uri, ...found }] }
}

function ran(line: string): object {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
  return { content: [{ type: 'text', text: `${status} ${stdout}${stderr}`.trim() }] }
}

/** What an answer of the user is the result of: the ids of calls, by the ids of questions. */
const asking = new Map<string, number | string>()

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = parsed<Request & { readonly result?: unknown; readonly error?: unknown }>(line)
  if (request.id === undefined) return
  const asked = asking.get(String(request.id))
  if (asked !== undefined) {
    const text = JSON.stringify(request.result ?? request.error)
    return send({ id: asked, result: { content: [{ type: 'text', text }] } })
  }
  const ask = request.params?.arguments?.ask
  if (request.method === 'tools/call' && ask !== undefined) {
    const id = `question-${request.id}`
    asking.set(id, request.id)
    return send({ id, method: 'elicitation/create', params: ask })
  }
  const needs = request.params?.arguments?.needs
  if (request.method === 'tools/call' && needs !== undefined) {
    return send({ id: request.id, error: { code: URL_ELICITATION_REQUIRED, message: 'A page first.', data: needs } })
  }
  const result = answer(request)
  const error = { code: METHOD_NOT_FOUND, message: `No ${request.method} here.` }
  send({ id: request.id, ...(result === null ? { error } : { result }) })
})
