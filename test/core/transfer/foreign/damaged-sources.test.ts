import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { SourceDocument } from '../../../../src/main/core/ports/foreign-ports.ts'
import type { ForeignSession } from '../../../../src/main/core/transfer/foreign/foreign-tree.ts'
import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { keptCount } from '../../../../src/shared/foreign-report.ts'
import { documentsIn, SAMPLES } from '../../../support/foreign-samples.ts'
import { importPurely, knownFrom } from '../../../support/import-purely.ts'

const RUNS = Number(process.env['IKIGAI_RANDOM_RUNS'] ?? 40)
const TEXTS = SAMPLES.map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Values of other types than a reader expects, and of types that it does. */
const ODD = [
  null,
  0,
  -1,
  1e300,
  true,
  '',
  'x\u0000\u202e\n',
  [],
  [[]],
  {},
  { type: 7 },
  { __proto__: null, text: 1 },
  'a'.repeat(300),
]

/** Imports all sessions twice, and returns what is wrong with their accounts. */
async function problemsOf(documents: readonly SourceDocument[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const document of documents) {
    const sessions = readSource(document)
    if (sessions === null) continue
    const records = sessions.flatMap((session) => session.records).length
    if (document.form === 'lines' && records !== document.lines.length) problems.push('records are missing')
    for (const session of sessions) problems.push(...(await problemsOfSession(session)))
  }
  return problems
}

async function problemsOfSession(session: ForeignSession): Promise<readonly string[]> {
  const first = await importPurely(session)
  const { records, known, asEvents, kept } = first.report
  const ids = first.events.map(({ id }) => id)
  const used = new Set(first.placed.events.flatMap(({ event }) => event.records))
  const again = await importPurely(session, knownFrom(first.placed.main, first.lines))
  return [
    ...(known + asEvents + keptCount(kept) === records ? [] : ['the account is not complete']),
    ...(first.kept.every((reason, at) => (reason === null) === used.has(at))
      ? []
      : ['a record is neither an event nor kept']),
    ...(ids.every((id, index) => id > (ids[index - 1] ?? 0)) ? [] : ['the order is wrong']),
    ...(again.events.length === 0 && again.report.known === records ? [] : ['something is new at the second import']),
  ]
}

it('accounts for every record of the samples, and finds nothing new at the second import', async () => {
  for (const { path, text } of TEXTS) expect([path, await problemsOf(await documentsIn(text))]).toEqual([path, []])
})

it('never throws and loses no record when lines are dropped, doubled, swapped or cut', async () => {
  const changes = fc.array(fc.record({ what: fc.nat(3), at: fc.nat(), to: fc.nat() }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TEXTS), changes, async ({ path, text }, steps) => {
      const lines = text.split('\n')
      for (const { what, at, to } of steps) {
        const [from, other] = [at % lines.length, to % lines.length]
        const line = lines[from] ?? ''
        if (what === 0) lines.splice(from, 1)
        else if (what === 1) lines.splice(other, 0, line)
        else if (what === 2) [lines[from], lines[other]] = [lines[other] ?? '', line]
        else lines[from] = line.slice(0, to % (line.length + 1))
      }
      expect([path, await problemsOf(await documentsIn(lines.join('\r\n')))]).toEqual([path, []])
    }),
    { numRuns: RUNS * 5 },
  )
})

it('never throws and loses no record when values have other types', async () => {
  const changes = fc.array(fc.record({ at: fc.nat(), odd: fc.constantFrom(...ODD) }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TEXTS), changes, async ({ path, text }, steps) => {
      let changed = text
      for (const { at, odd } of steps) changed = withOddValue(changed, at, odd)
      expect([path, await problemsOf(await documentsIn(changed))]).toEqual([path, []])
    }),
    { numRuns: RUNS * 5 },
  )
})

/** Replaces the value of one key by another. */
function withOddValue(text: string, at: number, odd: unknown): string {
  const keys = [...text.matchAll(/"(\w+)":\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)/g)]
  const found = keys[at % keys.length]
  if (found === undefined) return text
  const end = found.index + found[0].length
  return `${text.slice(0, found.index)}"${found[1] ?? ''}":${JSON.stringify(odd)}${text.slice(end)}`
}
