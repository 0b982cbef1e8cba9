import { ExportChains, type Sha256 } from '../../../shared/export-chains.ts'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { jsonText } from '../../../shared/json-text.ts'
import { ok, type Result } from '../../../shared/result.ts'

/**
 * Adds the hashes to the lines of an export, and the lines that end its chains (docs/import-format.md#hashes). Ends after
 * the first error, without these lines.
 */
export async function* hashLines(lines: AsyncIterable<Result<string>>, sha256: Sha256): AsyncGenerator<Result<string>> {
  const chains = new ExportChains(sha256)
  for await (const line of lines) {
    if (!line.ok) {
      yield line
      return
    }
    yield ok(linkedLine(chains, rowOf(line.value)))
  }
  for (const agent of chains.agents()) {
    yield ok(linkedLine(chains, { type: 'ikigai', version: 1, agent_uuid: agent, ...chains.end(agent) }))
  }
  yield ok(linkedLine(chains, { type: 'ikigai', version: 1, end: true, order: chains.order }))
}

function linkedLine(chains: ExportChains, row: JsonObject): string {
  const linked = { ...row, ...chains.next(row) }
  const hash = chains.hash(linked)
  chains.add(row, linked.seq, hash)
  return jsonText({ ...linked, hash })
}

function rowOf(line: string): JsonObject {
  const value: unknown = JSON.parse(line)
  if (!isJsonObject(value)) throw new Error('A line of an export is no object')
  return value
}
