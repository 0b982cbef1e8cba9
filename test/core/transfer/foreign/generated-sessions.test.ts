import { expect, it } from 'vitest'

import type { ForeignEvent, ForeignSession } from '../../../../src/main/core/transfer/foreign/foreign-tree.ts'
import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { keptCount } from '../../../../src/shared/foreign-report.ts'
import { documentsIn } from '../../../support/foreign-samples.ts'
import { generatedSessions, pathsOf } from '../../../support/generated-sessions.ts'
import { importPurely, knownFrom } from '../../../support/import-purely.ts'

const GENERATED = generatedSessions()

async function sessionsIn(text: string): Promise<readonly ForeignSession[]> {
  return (await documentsIn(text)).flatMap((document) => readSource(document) ?? [])
}

function wordsOf(event: ForeignEvent): readonly string[] {
  if (event.kind === 'user') return [event.files.length > 0 ? `${event.text} [${event.files.length}]` : event.text]
  if (event.kind === 'tool_result') return [event.text]
  if (event.kind !== 'assistant') return []
  return event.blocks.map(({ block }) => {
    if (block.type === 'text') return block.text
    return block.type === 'thinking' ? `(${block.text})` : `${block.name}()`
  })
}

/** What each agent's context has, of those that no other one goes on from. */
async function importedPaths(session: ForeignSession): Promise<readonly string[]> {
  const { placed } = await importPurely(session)
  const upTo = (agent: string, limit: number): readonly string[] => {
    const { parentId = null, forkEventId = null } = placed.agents.find(({ id }) => id === agent) ?? {}
    const before = parentId === null || forkEventId === 0 ? [] : upTo(parentId, forkEventId ?? 0)
    const own = placed.events.filter((each) => each.agent === agent && each.id <= limit)
    return [...before, ...own.flatMap(({ event }) => wordsOf(event))]
  }
  return placed.agents.map(({ id }) => upTo(id, Number.MAX_SAFE_INTEGER).join(' | ')).toSorted()
}

it('has at least 60 files of 17 tools', () => {
  expect(GENERATED.length).toBeGreaterThanOrEqual(60)
  expect(new Set(GENERATED.map(({ name }) => name)).size).toBe(GENERATED.length)
})

it.each(GENERATED)('keeps every branch of $name in its order', async ({ text, said }) => {
  const [session, ...others] = await sessionsIn(text)
  if (session === undefined) throw new Error('No session')
  expect(others).toEqual([])
  expect(await importedPaths(session)).toEqual(pathsOf(said))
})

/** Damage that a file can have: the end is cut, a record of no known kind, an empty one. */
const DAMAGES: readonly (readonly [string, (text: string) => string])[] = [
  ['cut', (text) => text.slice(0, -Math.ceil(text.length / 7))],
  ['strange', (text) => text.replace('"Question', '"strange":{"a":[1]},"Question')],
  ['emptied', (text) => text.replaceAll(/"(Answer|Question) [^"]*"/g, '""')],
]

it.each(DAMAGES)(
  'accounts for every record when a file is %s, and finds nothing new the second time',
  async (_, damage) => {
    for (const { name, text } of GENERATED) {
      for (const session of await sessionsIn(damage(text))) {
        const { report, lines, placed } = await importPurely(session)
        expect([name, report.known + report.asEvents + keptCount(report.kept)]).toEqual([name, session.records.length])
        const again = await importPurely(session, knownFrom(placed.main, lines))
        expect([name, again.events.length, again.report.known]).toEqual([name, 0, session.records.length])
      }
    }
  },
)
