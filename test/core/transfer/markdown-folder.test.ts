import { expect, it } from 'vitest'

import { markdownFolder } from '../../../src/main/core/transfer/markdown-folder.ts'
import { bundleLineSchema } from '../../../src/shared/file-bundle.ts'
import { ok } from '../../../src/shared/result.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { agentRecord } from '../../support/agent-summary.ts'

it('keeps files apart whose names and beginnings of hashes somebody made equal', async () => {
  const hashes = ['a', 'b', 'c'].map((end) => `${'0'.repeat(63)}${end}`)
  const attachments = hashes.map((sha256, index) => ({
    type: 'attachment' as const,
    kind: 'text' as const,
    sha256,
    name: index === 2 ? 'NOTES.txt' : 'notes.txt',
    media_type: 'text/plain',
    bytes: 1,
  }))
  async function* events() {
    yield ok(eventLog().add({ kind: 'user', content: 'Read', data: { attachments } }))
  }
  const content = {
    find: () =>
      Promise.resolve(ok(new Map(attachments.map(({ type: _type, name: _name, ...facts }) => [facts.sha256, facts])))),
    read: (sha256: string) => Promise.resolve(ok(new TextEncoder().encode(sha256.slice(-1)))),
  }
  const paths: string[] = []
  for await (const line of markdownFolder(agentRecord(), events(), content)) {
    if (!line.ok) throw new Error(line.error.message)
    const { path } = bundleLineSchema.parse(JSON.parse(line.value))
    if (path !== paths.at(-1)) paths.push(path)
  }
  const files = paths.slice(1).map((path) => path.toLowerCase())
  expect(files).toHaveLength(3)
  expect(new Set(files).size).toBe(3)
})
