/**
 * A hand-written MCP server over stdio with behaviour that regular servers do not have. Its argument is a JSON file
 * with its tools, which is read again for every list. A call returns its arguments, as text and as structured content;
 * a call with `line` runs it with bash, and returns its exit code and what it printed.
 */
import { spawnSync } from 'node:child_process'

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly arguments?: { readonly line?: string }; readonly protocolVersion?: string }
}

const METHOD_NOT_FOUND = -32_601

function answer({ method, params }: Request): object | null {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'hand-written', version: '1' },
      }
    case 'tools/list':
      return { tools: JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as unknown }
    case 'tools/call': {
      const given = params?.arguments ?? {}
      if (given.line !== undefined) return ran(given.line)
      return { content: [{ type: 'text', text: JSON.stringify(given) }], structuredContent: given }
    }
    default:
      return null
  }
}

function ran(line: string): object {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
  return { content: [{ type: 'text', text: `${status} ${stdout}${stderr}`.trim() }] }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request
  if (request.id === undefined) return
  const result = answer(request)
  const error = { code: METHOD_NOT_FOUND, message: `No ${request.method} here.` }
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...(result === null ? { error } : { result }) })}\n`,
  )
})
