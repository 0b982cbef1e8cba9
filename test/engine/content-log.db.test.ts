import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { attachmentOf } from '../../src/shared/attachment.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { samplePdf, samplePng, sha256Of } from '../support/sample-files.ts'
import { uploadFile } from '../support/upload-file.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let other: RealEngine

const shared = engineForTests()
beforeAll(async () => {
  other = await openRealEngine(shared.simulator.environment())
})
afterAll(() => closeAll(other))

const CAT = samplePng(300, 200, 1)

/** An agent whose first prompt has a picture, and the block of it. */
async function withPicture(name = 'cat.png', bytes = CAT) {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6')
  const block = await uploadFile(shared.real.engine, name, bytes)
  shared.simulator.enqueue('anthropic', textAnswer('Seen.'))
  const ended = pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Look', attachments: [block] }))
  await ended
  return { pane, block }
}

async function exported(agentId: string, files = true): Promise<string> {
  let text = ''
  for await (const line of shared.real.engine.local.exportLines(agentId, { files })) text += `${valueOf(line)}\n`
  return text
}

const imported = (text: string) => other.engine.local.importLines(text.split('\n'))

describe('files in the log', () => {
  it('are durable before the prompt is recorded, and part of its event', async () => {
    const { pane, block } = await withPicture()
    expect(block).toMatchObject({ sha256: sha256Of(CAT), width: 300, height: 200 })
    expect(pane.last('user')).toMatchObject({ content: 'Look', data: { attachments: [block] } })
    expect(shared.simulator.requests.at(-1)?.bodyText).toContain(CAT.toString('base64'))
  })

  it('may be all of a prompt; the agent is then named after the file', async () => {
    const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6')
    const attachments = [await uploadFile(shared.real.engine, 'plan.pdf', samplePdf(['Ship it']))]
    shared.simulator.enqueue('anthropic', textAnswer('Seen.'))
    const ended = pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '', attachments }))
    await ended
    expect(pane.last('user')?.content).toBe('')
    expect(shared.simulator.requests.at(-1)?.rejectedBy).toBeUndefined()
  })

  it('are refused with a command', async () => {
    const { pane, block } = await withPicture()
    for (const text of ['/mark A', 'Say\n/mark A']) {
      const submitted = await shared.real.engine.agents.submit({ agentId: pane.agentId, text, attachments: [block] })
      expect(refusalOf(submitted)).toBe('Files go with a prompt, not with a command. Send the command by itself.')
    }
  })

  it('are shared by forks, which may have their own', async () => {
    const { pane, block } = await withPicture()
    shared.simulator.enqueue('anthropic', textAnswer('Both.'))
    const dog = await uploadFile(shared.real.engine, 'dog.png', samplePng(10, 10, 2))
    const [child] = valueOf(
      await shared.real.engine.agents.fork({
        agentId: pane.agentId,
        models: [],
        prompt: 'And this?',
        attachments: [dog],
      }),
    )
    const view = await Pane.open(shared.real.engine, child?.id ?? '')
    await view.until(({ view: shown }) => shown.turn === null && shown.events.at(-1)?.content === 'Both.')
    const sent = shared.simulator.requests.at(-1)?.bodyText ?? ''
    const order = [CAT, samplePng(10, 10, 2)].map((bytes) => sent.indexOf(bytes.toString('base64')))
    expect(order[0]).toBeGreaterThan(0)
    expect(order[1]).toBeGreaterThan(order[0] ?? 0)
    const ledger = valueOf(await shared.real.engine.agents.context({ agentId: child?.id ?? '' }))
    const files = ledger.segments.flatMap((segment) => segment.files ?? [])
    expect(files).toMatchObject([
      { sha256: block.sha256, name: 'cat.png', tokens: 88 },
      { name: 'dog.png', tokens: 1 },
    ])
  })

  it('wait in the queue with their prompt, and in the draft', async () => {
    const { pane, block } = await withPicture()
    const { agentId } = pane
    const { promptQueue } = shared.real.storage
    const prompt = { id: crypto.randomUUID(), text: '', asText: false, attachments: [block] }
    valueOf(await promptQueue.add(agentId, prompt))
    expect(valueOf(await promptQueue.list(agentId))).toEqual([prompt])
    const change = { agentId, promptId: prompt.id, text: 'Later', asText: false }
    valueOf(await shared.real.engine.queue.change(change))
    expect(valueOf(await promptQueue.list(agentId))).toEqual([{ ...prompt, text: 'Later' }])
    shared.simulator.enqueue('anthropic', textAnswer('Later seen.'))
    valueOf(await shared.real.engine.queue.send({ agentId, promptId: prompt.id }))
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Later seen.')
    expect(pane.last('user')).toMatchObject({ content: 'Later', data: { attachments: [block] } })
    expect(valueOf(await promptQueue.list(agentId))).toEqual([])
    valueOf(await shared.real.engine.drafts.set({ agentId, text: 'Dra', asText: false, attachments: [block] }))
    expect(await shared.real.engine.drafts.get({ agentId })).toEqual({
      text: 'Dra',
      asText: false,
      attachments: [block],
    })
  })

  it('are found by their names and by the words in them', async () => {
    const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6')
    const { agentId } = pane
    const pdf = await uploadFile(shared.real.engine, 'quarterly-figures.pdf', samplePdf(['The zebra crossed the road']))
    await shared.real.storage.store.commit({
      events: [{ agentId, turnId: null, kind: 'user', content: 'Read it', data: { attachments: [pdf] } }],
    })
    for (const text of ['quarterly-figures', 'ZEBRA road', 'ebra cross']) {
      const { hits } = valueOf(await shared.real.engine.log.search({ text, limit: 10 }))
      expect([text, hits.map(({ event }) => event.content)]).toEqual([text, ['Read it']])
    }
    const { hits } = valueOf(await shared.real.engine.log.search({ text: 'quarterly-figures', limit: 10 }))
    expect(hits[0]?.excerpt).toContain('quarterly-figures.pdf')
  })

  it('are listed with how a model would be sent them', async () => {
    const { pane } = await withPicture()
    const view = valueOf(
      await shared.real.engine.agents.transcript({ agentId: pane.agentId, model: 'codestral-latest' }),
    )
    expect(view.report.files).toMatchObject([
      { name: 'cat.png', kind: 'image', sent: 'left_out', reason: 'codestral-latest takes no pictures' },
    ])
    const own = valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId }))
    expect(own.report.files).toMatchObject([{ name: 'cat.png', sent: 'native', tokens: 88 }])
    expect(JSON.stringify(own.body)).toContain('bytes as base64)')
    expect(JSON.stringify(own.body)).not.toContain(CAT.toString('base64'))
  })

  it('are left out from the oldest on where they are too many together', async () => {
    const { pane } = await withPicture()
    const before = shared.simulator.requests.length
    const large = attachmentOf(
      { sha256: sha256Of(CAT), media_type: 'image/png', kind: 'image', bytes: 10, width: 3_000, height: 10 },
      'wide.png',
    )
    const base = { agentId: pane.agentId, turnId: null, kind: 'user', content: 'More' } as const
    await shared.real.storage.store.commit({
      events: Array.from({ length: 21 }, () => ({ ...base, data: { attachments: [large] } })),
    })
    await shared.real.reopen()
    const again = await Pane.open(shared.real.engine, pane.agentId)
    await again.type('And now?')
    expect(shared.simulator.requests).toHaveLength(before + 1)
    expect(again.last('assistant')?.data).toMatchObject({
      files_not_sent: { count: 5, reason: 'Anthropic takes more than 20 pictures only up to 2000 pixels each' },
    })
  })
})

describe('an export with files', () => {
  it('carries their bytes, and an import checks them', async () => {
    const { pane, block } = await withPicture('big.png', Buffer.concat([CAT, Buffer.alloc(2_000_000, 5)]))
    const text = await exported(pane.agentId)
    expect(text.match(/"type":"file"/g)).toHaveLength(3)
    const result = valueOf(await imported(text))
    expect(result).toMatchObject({ files: 1 })
    expect(valueOf(await other.engine.content.find({ sha256: block.sha256, name: 'big.png' }))).toEqual(block)
    const copy = await Pane.open(other.engine, result.agents[0] ?? '')
    const user = copy.view.events.find(({ kind }: AgentEvent) => kind === 'user')
    expect(user?.data).toEqual({ attachments: [block] })
  })

  it('is refused with other bytes, out of order or incomplete, and nothing is imported', async () => {
    const { pane } = await withPicture('other.png', Buffer.concat([samplePng(9, 9, 3), Buffer.alloc(1_000_000, 6)]))
    const text = await exported(pane.agentId)
    const lines = text.trimEnd().split('\n')
    const agents = valueOf(await other.storage.store.agents()).length
    const files = lines.filter((line) => line.includes('"type":"file"'))
    const rest = lines.filter((line) => !line.includes('"type":"file"'))
    const changed = files.map((line, index) => (index === 1 ? line.replace('"data":"Bg', '"data":"Bh') : line))
    const attacks: readonly (readonly [readonly string[], RegExp])[] = [
      [[...rest, ...changed], /have another hash\. Nothing was imported\./],
      [[...rest, ...files.toReversed()], /are not in order\. Nothing was imported\./],
      [[...rest, ...files.slice(0, 1)], /is not complete\. Nothing was imported\./],
    ]
    for (const [attack, message] of attacks) expect(refusalOf(await imported(attack.join('\n')))).toMatch(message)
    expect(valueOf(await other.storage.store.agents())).toHaveLength(agents)
  })

  it('may leave the bytes out: the import says so, and models are told', async () => {
    const bytes = samplePng(77, 7, 4)
    const { pane } = await withPicture('left.png', bytes)
    const text = await exported(pane.agentId, false)
    expect(text.split('\n')[0]).toContain('"files":"left_out"')
    const result = valueOf(await imported(text))
    expect(result).toMatchObject({ missingFiles: 1 })
    const agentId = result.agents[0] ?? ''
    const view = valueOf(await other.engine.agents.transcript({ agentId }))
    expect(view.report.files).toMatchObject([{ sent: 'left_out', reason: 'the file is missing' }])
    expect(JSON.stringify(view.body)).toContain('[image: left.png, 77×7, not sent: the file is missing]')
    // As soon as the file is stored, it is sent again.
    await uploadFile(other.engine, 'left.png', bytes)
    const now = valueOf(await other.engine.agents.transcript({ agentId }))
    expect(now.report.files).toMatchObject([{ sent: 'native' }])
  })
})
