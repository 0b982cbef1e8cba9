import { ExportChains, type Sha256 } from '../../../shared/export-chains.ts'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { jsonText } from '../../../shared/json-text.ts'
import { signatureRow } from '../../../shared/export-verifier.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SignExport } from '../ports/verify-ports.ts'

/**
 * Adds the hashes to the lines of an export, and the lines that end its chains (docs/import-format.md#hashes). Ends after
 * the first error, without these lines. `sign`: null: the export is not signed.
 */
export async function* hashLines(
  lines: AsyncIterable<Result<string>>,
  sha256: Sha256,
  sign: SignExport | null = null,
): AsyncGenerator<Result<string>> {
  const chains = new ExportChains(sha256)
  let count = 1
  for await (const line of lines) {
    count += 1
    if (!line.ok) {
      yield line
      return
    }
    yield ok(linkedLine(chains, rowOf(line.value)))
  }
  for (const agent of chains.agents()) {
    count += 1
    yield ok(linkedLine(chains, { type: 'ikigai', version: 1, agent_uuid: agent, ...chains.end(agent) }))
  }
  const signed = sign === null ? {} : { signed: true }
  const end = linked(chains, { type: 'ikigai', version: 1, end: true, order: chains.order, ...signed })
  yield ok(jsonText(end))
  if (sign !== null) yield ok(jsonText(signatureRow(sign({ lines: count, head: end.hash }))))
}

function linkedLine(chains: ExportChains, row: JsonObject): string {
  return jsonText(linked(chains, row))
}

function linked(chains: ExportChains, row: JsonObject) {
  const link = { ...row, ...chains.next(row) }
  const hash = chains.hash(link)
  chains.add(row, link.seq, hash)
  return { ...link, hash }
}

function rowOf(line: string): JsonObject {
  const value: unknown = JSON.parse(line)
  if (!isJsonObject(value)) throw new Error('A line of an export is no object')
  return value
}
