import { describe, expect, it } from 'vitest'

import type { Approval, ApprovalGate } from '../../../src/main/core/approvals/approval-gate.ts'
import type { CallHooks } from '../../../src/main/core/tools/tool-hooks.ts'
import type { PreparedCall, Tool, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import type { SchedulerDependencies } from '../../../src/main/core/tools/tool-batch.ts'
import { runToolBatch } from '../../../src/main/core/tools/tool-scheduler.ts'
import { attachmentOf } from '../../../src/shared/attachment.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { showTool } from '../../support/show-tool.ts'

const noHooks: CallHooks = {
  before: () => Promise.resolve({ type: 'continue' }),
  after: (_call, _site, outcome) => Promise.resolve(outcome),
}
const allowAll: ApprovalGate = { approve: () => Promise.resolve({ type: 'allowed' }) }

/** A tool whose calls stand still until the test lets them go, by the `name` in their arguments. */
class GatedTool implements Tool {
  readonly definition = { name: 'work', description: '', parameters: { type: 'object' } }
  readonly started: string[] = []
  readonly #gates = new Map<string, PromiseWithResolvers<ToolOutcome>>()
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>()

  prepare(args: { readonly name?: unknown; readonly path?: unknown }) {
    const name = String(args.name)
    const call: PreparedCall = {
      subject: name,
      access: 'write',
      paths: typeof args.path === 'string' ? [args.path] : [],
      isInFolder: true,
      run: ({ signal }) => {
        this.started.push(name)
        this.#startOf(name).resolve()
        signal.addEventListener('abort', () => this.finish(name, 'stopped'))
        return this.#gate(name).promise
      },
    }
    return Promise.resolve({ ok: true, call } as const)
  }

  finish(name: string, content = `${name} done`, isError = false): void {
    this.#gate(name).resolve({ content, isError })
  }

  hasStarted(name: string): Promise<void> {
    return this.#startOf(name).promise
  }

  #gate(name: string): PromiseWithResolvers<ToolOutcome> {
    const gate = this.#gates.get(name) ?? Promise.withResolvers<ToolOutcome>()
    this.#gates.set(name, gate)
    return gate
  }

  #startOf(name: string): PromiseWithResolvers<void> {
    const start = this.#waiting.get(name) ?? Promise.withResolvers<void>()
    this.#waiting.set(name, start)
    return start
  }
}

const call = (name: string, more: { path?: string } = {}): ToolCallBlock => ({
  type: 'tool_call',
  id: `call_${name}`,
  name: 'work',
  arguments: { name, ...more },
})

function run(tool: Tool, calls: readonly ToolCallBlock[], more: Partial<SchedulerDependencies> = {}) {
  const abort = new AbortController()
  const recorded: string[] = []
  const links: unknown[] = []
  const early: string[] = []
  const idOf = (event: NewEvent) => (event.kind === 'tool_result' ? event.data.tool_call_id : '')
  const batch = { agentId: 'a', turnId: 't', calls, signal: abort.signal }
  const finished = runToolBatch(batch, {
    tools: [tool],
    approvals: allowAll,
    hooks: noHooks,
    // Whatever is waited for comes first.
    clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
    logger: createRecordingLogger(),
    onLink: () => undefined,
    onStarted: () => undefined,
    onOutput: () => undefined,
    around: (_id, _call, run) => run(),
    onFinishedEarly: (event) => early.push(idOf(event)),
    storeFile: async ({ name }) => refuse(`No ${name} here.`),
    record: (events) => {
      recorded.push(...events.map((event) => `${idOf(event)}: ${event.content}`))
      links.push(...events.map((event) => (event.kind === 'tool_result' ? event.data.link : event.kind)))
      return Promise.resolve()
    },
    ...more,
  })
  return { abort, recorded, links, early, finished }
}

describe('hooks around a call', () => {
  const hooks = (type: 'continue' | 'deny'): CallHooks => ({
    before: async () => (type === 'deny' ? { type, message: 'Not on Fridays.' } : { type }),
    after: async (_call, _site, outcome) => ({ ...outcome, content: `${outcome.content}, noted` }),
  })
  const finished = async (tool: GatedTool, type: 'continue' | 'deny') => {
    const batch = run(tool, [call('1')], { hooks: hooks(type) })
    tool.finish('1')
    await batch.finished
    return batch.recorded
  }

  it('deny it before it runs, and add to its result', async () => {
    const denied = new GatedTool()
    expect(await finished(denied, 'deny')).toEqual(['call_1: Not on Fridays.'])
    expect(denied.started).toEqual([])
    expect(await finished(new GatedTool(), 'continue')).toEqual(['call_1: 1 done, noted'])
  })

  it('leave a call alone that an outside agent makes', async () => {
    class OutsideTool extends GatedTool {
      override async prepare(args: { readonly name?: unknown }) {
        const { ok: isOk, call: prepared } = await super.prepare(args)
        return { ok: isOk, call: { ...prepared, isUnderWay: true } } as const
      }
    }
    expect(await finished(new OutsideTool(), 'deny')).toEqual(['call_1: 1 done'])
  })
})

describe('a batch of tool calls', () => {
  it('runs side by side and is recorded in call order, early results kept meanwhile', async () => {
    const tool = new GatedTool()
    const batch = run(tool, [call('1'), call('2'), call('3')])
    await Promise.all(['1', '2', '3'].map((name) => tool.hasStarted(name)))
    tool.finish('3')
    tool.finish('2', 'no', true)
    tool.finish('1')
    await batch.finished
    expect(batch.recorded).toEqual(['call_1: 1 done', 'call_2: no', 'call_3: 3 done'])
  })

  it('keeps a result that is complete before an earlier one', async () => {
    const tool = new GatedTool()
    const early = Promise.withResolvers<void>()
    const batch = run(tool, [call('1'), call('2')], { onFinishedEarly: () => early.resolve() })
    await tool.hasStarted('2')
    tool.finish('2')
    await early.promise
    expect(batch.recorded).toEqual([])
    tool.finish('1')
    await batch.finished
  })

  it('runs writes to the same path one after the other, in call order', async () => {
    const tool = new GatedTool()
    const batch = run(tool, [call('1', { path: '/a' }), call('2', { path: '/a' }), call('3', { path: '/b' })])
    await Promise.all([tool.hasStarted('1'), tool.hasStarted('3')])
    expect(tool.started).toEqual(['1', '3'])
    tool.finish('1')
    await tool.hasStarted('2')
    tool.finish('2')
    tool.finish('3')
    await batch.finished
  })

  it('says where the path of a call leads before anybody decides whether it may run', async () => {
    const tool = new GatedTool()
    const link = { given: 'lnk', target: '/other' }
    const prepare = async (args: Parameters<GatedTool['prepare']>[0]) => {
      const { ok, call: made } = await tool.prepare(args)
      return { ok, call: args.name === '1' ? made : { ...made, link } }
    }
    const said: string[] = []
    const denyAll: ApprovalGate = {
      approve: (_tool, { subject }) => {
        said.push(`asked about ${subject}`)
        return Promise.resolve({ type: 'denied', message: 'No.' })
      },
    }
    const onLink: SchedulerDependencies['onLink'] = ({ id }, { target }) => said.push(`${id} → ${target}`)
    const more = { approvals: denyAll, onLink }
    await run({ definition: tool.definition, prepare }, [call('1'), call('2')], more).finished
    expect(said).toEqual(['call_2 → /other', 'asked about 1', 'asked about 2'])
  })

  it('records with the result where the path of a call led', async () => {
    const tool = new GatedTool()
    const link = { given: 'lnk', target: '/other' }
    const prepare = async (args: Parameters<GatedTool['prepare']>[0]) => {
      const { ok, call: made } = await tool.prepare(args)
      return { ok, call: args.name === '1' ? made : { ...made, link } }
    }
    const batch = run({ definition: tool.definition, prepare }, [call('1'), call('2')])
    await Promise.all([tool.hasStarted('1'), tool.hasStarted('2')])
    tool.finish('1')
    tool.finish('2')
    await batch.finished
    expect(batch.links).toEqual([undefined, link])
  })

  it('gives every call a result after an abort, and starts nothing more', async () => {
    const tool = new GatedTool()
    const batch = run(tool, [call('1', { path: '/a' }), call('2', { path: '/a' })])
    await tool.hasStarted('1')
    batch.abort.abort()
    await batch.finished
    expect(tool.started).toEqual(['1'])
    expect(batch.recorded).toEqual(['call_1: stopped', 'call_2: Tool call interrupted or cancelled'])
  })

  it('says what is wrong: unknown tool with the nearest, malformed arguments, a denial', async () => {
    const tool = new GatedTool()
    const denial: Approval = { type: 'denied', message: 'A person said no.' }
    const calls: readonly ToolCallBlock[] = [
      { ...call('1'), name: 'wrok' },
      { ...call('2'), malformed_arguments: '{"x' },
      call('3'),
    ]
    const batch = run(tool, calls, { approvals: { approve: () => Promise.resolve(denial) } })
    await batch.finished
    expect(batch.recorded).toEqual([
      "call_1: Unknown tool: wrok. Did you mean 'work'? Tools: work",
      'call_2: The arguments of work are not a JSON object with one certain meaning (line 1, column 2, at "\\"x": the text that begins here does not end). Send the call again with valid JSON.',
      'call_3: A person said no.',
    ])
  })

  /** Its calls are done at once; what they put off is told to `order`. */
  const deferring = (order: string[]): Tool => ({
    definition: { name: 'defer', description: '', parameters: { type: 'object' } },
    prepare: (args) =>
      Promise.resolve({
        ok: true,
        call: {
          subject: '',
          access: 'context',
          paths: [],
          isInFolder: true,
          run: () =>
            Promise.resolve({
              content: 'ok',
              isError: false,
              afterBatch: () => {
                order.push(`effect of ${JSON.stringify(args['name'])}`)
                return Promise.resolve()
              },
            }),
        },
      }),
  })
  const deferred = (name: string): ToolCallBlock => ({ ...call(name), name: 'defer' })

  it('lets what changes the context take effect after every result is recorded', async () => {
    const order: string[] = []
    const record = (events: readonly NewEvent[]) => {
      order.push(...events.map(() => 'recorded'))
      return Promise.resolve()
    }
    await run(deferring(order), [deferred('1'), deferred('2')], { record }).finished
    expect(order).toEqual(['recorded', 'recorded', 'effect of "1"', 'effect of "2"'])
  })

  it('does nothing that was put off when the batch is aborted, and its result does not say so', async () => {
    const order: string[] = []
    const tool = new GatedTool()
    const batch = run(tool, [deferred('fork'), call('sleep')], { tools: [tool, deferring(order)] })
    await tool.hasStarted('sleep')
    batch.abort.abort()
    await batch.finished
    expect(batch.recorded).toEqual(['call_fork: Tool call interrupted or cancelled', 'call_sleep: stopped'])
    expect([order, batch.early]).toEqual([[], ['call_sleep']])
  })

  it('reports what takes effect later only when every other call has ended', async () => {
    const work = new GatedTool()
    const batch = run(work, [deferred('1'), call('2')], { tools: [work, deferring([])] })
    await work.hasStarted('2')
    // By then everything has happened that does not wait for the second call.
    await new Promise((resolve) => setImmediate(resolve))
    expect(batch.recorded).toEqual([])
    batch.abort.abort()
    await batch.finished
    expect(batch.recorded).toEqual(['call_1: Tool call interrupted or cancelled', 'call_2: stopped'])
  })

  it('does nothing more that was put off when one of the effects stops the turn', async () => {
    const order: string[] = []
    const stopping: Tool = {
      ...deferring(order),
      definition: { name: 'stop', description: '', parameters: { type: 'object' } },
    }
    const kill: Tool = {
      ...stopping,
      prepare: async (args, site) => {
        const prepared = await stopping.prepare(args, site)
        if (!prepared.ok) return prepared
        const afterBatch = () => {
          batch.abort.abort()
          return Promise.resolve()
        }
        return {
          ok: true,
          call: { ...prepared.call, run: () => Promise.resolve({ content: 'ok', isError: false, afterBatch }) },
        }
      },
    }
    const batch = run(kill, [{ ...call('1'), name: 'stop' }, deferred('2')], { tools: [kill, deferring(order)] })
    await batch.finished
    expect(order).toEqual([])
  })

  it('stores the files of a result before it is recorded, and says which could not be kept', async () => {
    const block = attachmentOf({ sha256: 'a'.repeat(64), media_type: 'image/png', kind: 'image', bytes: 1 }, 'cat.png')
    const files = ['cat.png', '/tmp/huge.png'].map((name) => ({ name, bytes: Buffer.of(1) }))
    const recorded: NewEvent[] = []
    const { finished } = run(showTool(files), [{ ...call('1'), name: 'show' }], {
      storeFile: async ({ name }) => (name === 'cat.png' ? ok(block) : refuse('It is too large.')),
      record: async (events) => void recorded.push(...events),
    })
    await finished
    expect(recorded).toMatchObject([
      {
        content: 'Here it is.\n[huge.png could not be kept: It is too large.]',
        data: { is_error: false, attachments: [block] },
      },
    ])
  })
})

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
    const approvals: ApprovalGate = {
      approve: async (_tool, { preview }) => {
        shown.push(preview)
        return preview === denied ? { type: 'denied', message: 'Not that.' } : { type: 'allowed' }
      },
    }
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
    const approvals: ApprovalGate = {
      approve: async (_tool, { preview }) => {
        shown.push(preview)
        return { type: 'allowed' }
      },
    }
    const batch = run(tool, [call('two'), call('three'), call('four')], { approvals })
    await batch.finished
    expect(tool.note).toBe('four')
    expect(shown.slice(3)).toEqual(['two → three', 'three → four'])
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
