import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { hash, randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { inspectFile } from '../../../src/main/adapters/content/inspect-file.ts'
import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { LogExporter } from '../../../src/main/core/transfer/log-exporter.ts'
import { LogImporter } from '../../../src/main/core/transfer/log-importer.ts'
import { isJsonObject, parseJson } from '../../../src/shared/json.ts'
import { newAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

const sha256 = (text: string): string => hash('sha256', text)

function importer(): LogImporter {
  return new LogImporter({
    transfer: shared.storage.transfer,
    content: shared.storage.content,
    inspectFile,
    ids: { uuid: () => randomUUID(), toolCallId: () => randomUUID(), random: () => 0 },
    config: { ...DEFAULT_CONFIG, sandbox: 'workspace' },
    onImported: async () => undefined,
  })
}

/** The times in the export of an agent, by the name of their column. */
async function exportedTimes(agentId: string): Promise<{ readonly lines: readonly string[]; readonly times: unknown }> {
  const tree = new AgentTree()
  for (const agent of valueOf(await shared.storage.store.agents())) tree.put(agent)
  const exporter = new LogExporter(tree, { transfer: shared.storage.transfer, content: shared.storage.content, sha256 })
  const lines: string[] = []
  for await (const line of exporter.lines(agentId)) lines.push(valueOf(line))
  const times = lines.flatMap((line) => {
    const row = parseJson(line)
    if (!isJsonObject(row)) return []
    return ['created_at', 'ended_at', 'sent_at', 'read_at'].flatMap((key) =>
      typeof row['type'] === 'string' && typeof row[key] === 'string' ? [`${row['type']} ${key} ${row[key]}`] : [],
    )
  })
  return { lines, times }
}

function rowsAt(at: string): readonly string[] {
  return [
    { uuid: 'a', status: 'killed', created_at: at, ended_at: at },
    { agent_uuid: 'a', kind: 'user', content: 'one', created_at: at },
    { from_agent: 'a', to_agent: 'a', content: 'mail', sent_at: at, read_at: at },
  ].map((row) => JSON.stringify(row))
}

it.each([
  ['2026-11-27T12:00:00Z', '2026-11-27T12:00:00.000Z'],
  ['2026-11-27T12:00:00.1Z', '2026-11-27T12:00:00.100Z'],
  ['2026-11-27T12:00:00.123456Z', '2026-11-27T12:00:00.123456Z'],
  ['2026-11-27T12:00:00.000001Z', '2026-11-27T12:00:00.000001Z'],
  ['2026-11-27T12:00:00.999999Z', '2026-11-27T12:00:00.999999Z'],
  ['2026-11-27T12:00:00.1234Z', '2026-11-27T12:00:00.123400Z'],
  ['2026-11-27T17:45:00.000500+05:45', '2026-11-27T12:00:00.000500Z'],
  ['2024-02-29T23:59:59.999501-00:30', '2024-03-01T00:29:59.999501Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ['1600-01-01T00:00:00.000007Z', '1600-01-01T00:00:00.000007Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
])('%s is the same time after an import, an export and both again, and is verified', async (at, expected) => {
  const times = [
    `agent created_at ${expected}`,
    `agent ended_at ${expected}`,
    `event created_at ${expected}`,
    `mail sent_at ${expected}`,
    `mail read_at ${expected}`,
  ]
  const [first = ''] = valueOf(await importer().import(rowsAt(at))).agents
  const exported = await exportedTimes(first)
  expect(exported.times).toEqual(times)
  const [second = ''] = valueOf(await importer().import(exported.lines)).agents
  expect((await exportedTimes(second)).times).toEqual(times)
  const [event] = valueOf(await shared.storage.store.events({ agentId: second }))
  expect(event?.createdAt).toBe(expected)
  for (const id of [first, second]) {
    expect(valueOf(await verifyEvents(shared.client, id))).toMatchObject({ unhashed: 0, faults: [] })
  }
})

it('gives a recorded event the time that is read later', async () => {
  const agent = newAgent()
  for (let count = 0; count < 20; count++) {
    const [committed] = valueOf(
      await shared.storage.store.commit({
        ...(count === 0 && { newAgents: [agent] }),
        events: [userEvent(agent.id, `prompt ${count}`)],
      }),
    ).events
    const [read] = valueOf(await shared.storage.store.events({ agentId: agent.id, limit: 1 }))
    expect(read).toEqual(committed)
  }
})

it('has the hashes of a large import when the import has ended', async () => {
  const lines = Array.from({ length: 60 }, (_, agent) =>
    Array.from({ length: 250 }, (__, event) =>
      JSON.stringify({ agent_uuid: `agent ${agent}`, kind: 'user', content: `${event}` }),
    ),
  ).flat()
  const { agents } = valueOf(await importer().import(lines))
  expect(agents).toHaveLength(60)
  expect(valueOf(await verifyEvents(shared.client, null))).toMatchObject({ unhashed: 0, faults: [] })
})
