import { describe, expect, it } from 'vitest'

import type { PreparedCall, Tool, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'

import { call, GatedTool, gateOf, run } from './run-batch.ts'

/** A tool whose call writes a note, if the note still is as it was when the call was prepared. */
class NoteTool implements Tool {
  readonly definition = { name: 'work', description: '', parameters: { type: 'object' } }
  note = 'one'
  /** What someone else writes each time just before a call runs, the first first. */
  readonly others: string[] = []
  readonly previews: string[] = []

  prepare(args: { readonly name?: unknown }) {
    const [text, seen] = [String(args.name), this.note]
    if (seen === 'gone') return Promise.resolve({ ok: false, message: 'There is no note.' } as const)
    const preview = `${seen} → ${text}`
    this.previews.push(preview)
    const run = async (): Promise<ToolOutcome> => {
      this.note = this.others.shift() ?? this.note
      if (this.note !== seen) return { content: 'Changed meanwhile.', isError: true, isStale: true }
      this.note = text
      return { content: `Wrote ${text}.`, isError: false }
    }
    const call: PreparedCall = { subject: 'note', access: 'write', paths: ['/note'], isInFolder: true, preview, run }
    return Promise.resolve({ ok: true, call } as const)
  }
}

describe('a call whose file someone else changes after it was approved', () => {
  /** Allows a call unless its preview is denied, and keeps what was decided about. */
  const decide = (denied: string | null) => {
    const shown: (string | undefined)[] = []
    const approvals = gateOf(async (_tool, { preview }) => {
      shown.push(preview)
      return preview === denied ? { type: 'denied', message: 'Not that.' } : { type: 'allowed' }
    })
    return { shown, approvals }
  }

  it.each([
    ['nobody', [], ['one → mine'], 'mine'],
    ['once', ['two'], ['one → mine', 'two → mine'], 'mine'],
    ['twice', ['two', 'three'], ['one → mine', 'two → mine', 'three → mine'], 'mine'],
    ['and back again', ['two', 'one'], ['one → mine', 'two → mine', 'one → mine'], 'mine'],
  ])('is decided again for what is there: %s', async (_, others, decisions, note) => {
    const tool = new NoteTool()
    tool.others.push(...others)
    const { shown, approvals } = decide(null)
    const batch = run(tool, [call('mine')], { approvals })
    await batch.finished
    expect([shown, tool.note]).toEqual([decisions, note])
    expect(batch.recorded[0]).toMatch(others.length === 0 ? /Wrote mine\.$/ : /Wrote mine\.\n\n\[Someone else changed /)
  })

  it('writes nothing if the second decision denies it', async () => {
    const tool = new NoteTool()
    tool.others.push('theirs')
    const batch = run(tool, [call('mine')], { approvals: decide('theirs → mine').approvals })
    await batch.finished
    expect([tool.note, batch.recorded]).toEqual(['theirs', ['call_mine: Not that.']])
  })

  it('is refused if it cannot be prepared any more', async () => {
    const tool = new NoteTool()
    tool.others.push('gone')
    const batch = run(tool, [call('mine')])
    await batch.finished
    expect([tool.note, batch.recorded]).toEqual(['gone', ['call_mine: There is no note.']])
  })

  it('ends when it is changed again and again', async () => {
    const tool = new NoteTool()
    tool.others.push(...Array.from({ length: 100 }, (_, index) => `theirs ${index}`))
    const batch = run(tool, [call('mine')])
    await batch.finished
    expect(batch.recorded[0]).toMatch(/^call_mine: Changed meanwhile\./)
  })

  it('ends when its turn is cancelled', async () => {
    const tool = new NoteTool()
    const batch = run(tool, [call('mine')], {
      around: async (_id, _call, run) => {
        tool.note = 'theirs'
        const outcome = await run()
        batch.abort.abort()
        return outcome
      },
    })
    await batch.finished
    expect([tool.note, batch.recorded]).toEqual(['theirs', ['call_mine: Tool call interrupted or cancelled']])
  })
})

describe('calls of one answer that build on each other', () => {
  it('are prepared for what the earlier ones left, and decided about that', async () => {
    const tool = new NoteTool()
    const shown: (string | undefined)[] = []
    const approvals = gateOf(async (_tool, { preview }) => {
      shown.push(preview)
      return { type: 'allowed' }
    })
    const batch = run(tool, [call('two'), call('three'), call('four')], { approvals })
    await batch.finished
    expect(tool.note).toBe('four')
    expect(shown).toEqual(['one → two', 'two → three', 'three → four'])
    expect(batch.recorded).toEqual(['call_two: Wrote two.', 'call_three: Wrote three.', 'call_four: Wrote four.'])
  })

  it('are tried again when an earlier one makes what they need', async () => {
    const tool = new NoteTool()
    tool.note = 'gone'
    const maker = new GatedTool()
    const make = { ...call('make', { path: '/note' }), name: 'make' }
    const tools = [tool, Object.assign(maker, { definition: { ...maker.definition, name: 'make' } })]
    const batch = run(tool, [make, call('mine')], { tools })
    await maker.hasStarted('make')
    tool.note = 'made'
    maker.finish('make')
    await batch.finished
    expect([tool.note, batch.recorded]).toEqual(['mine', ['call_make: make done', 'call_mine: Wrote mine.']])
  })
})
