import { accountLines, AccountReader } from '../../src/main/core/transfer/foreign/account.ts'
import type { ForeignSession } from '../../src/main/core/transfer/foreign/foreign-tree.ts'
import { type KnownSession, NEW_SESSION } from '../../src/main/core/transfer/foreign/known-session.ts'
import { placeSession } from '../../src/main/core/transfer/foreign/place-session.ts'
import { recordHashes } from '../../src/main/core/transfer/foreign/record-hashes.ts'
import { sessionAgent, sessionEvents } from '../../src/main/core/transfer/foreign/session-events.ts'
import { keptReasons, sessionReport } from '../../src/main/core/transfer/foreign/session-report.ts'

let lastId = 0
let lastAgent = 0

/** Decides all that an import of a session would write, without a database. */
export async function importPurely(session: ForeignSession, known: KnownSession = NEW_SESSION) {
  const placed = placeSession(session, known, {
    parent: null,
    uuid: () => `agent ${++lastAgent}`,
    nextId: () => ++lastId,
  })
  const hashes = await recordHashes(session.records)
  const fresh = hashes.flatMap((hash, index) => (known.records.has(hash) ? [] : [index]))
  const kept = keptReasons(session, placed)
  const events = sessionEvents(placed, () => [])
  const agents = placed.agents.map((agent) => sessionAgent(agent, session, placed))
  const lines = [...accountLines({ session, source: 'file', hashes, fresh, kept, events: placed.events })]
  const report = sessionReport({ session, source: 'file', placed, fresh, kept, notes: session.notes })
  return { placed, events, agents, lines, report, kept }
}

/** What the next import knows after these accounts. */
export function knownFrom(main: string | null, ...accounts: readonly (readonly string[])[]): KnownSession {
  const reader = new AccountReader()
  for (const line of accounts.flat()) reader.line(line)
  return reader.known(main)
}
