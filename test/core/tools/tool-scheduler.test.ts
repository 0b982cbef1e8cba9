import { describe, expect, it } from 'vitest'

import type { Approval } from '../../../src/main/core/approvals/approval-gate.ts'
import type { CallHooks } from '../../../src/main/core/tools/tool-hooks.ts'
import type { Tool } from '../../../src/main/core/ports/tool-ports.ts'
import type { BatchContext } from '../../../src/main/core/tools/tool-batch.ts'
import { attachmentOf } from '../../../src/shared/attachment.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import { showTool } from '../../support/show-tool.ts'

import { call, GatedTool, gateOf, run } from './run-batch.ts'

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
    const denyAll = gateOf((_tool, { subject }) => {
      said.push(`asked about ${subject}`)
      return Promise.resolve({ type: 'denied', message: 'No.' })
    })
    const onLink: BatchContext['onLink'] = ({ id }, { target }) => said.push(`${id} → ${target}`)
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
    const denial: Approval = { type: 'denied', message: 'A user said no.' }
    const calls: readonly ToolCallBlock[] = [
      { ...call('1'), name: 'wrok' },
      { ...call('2'), malformed_arguments: '{"x' },
      call('3'),
    ]
    const batch = run(tool, calls, { approvals: gateOf(() => Promise.resolve(denial)) })
    await batch.finished
    expect(batch.recorded).toEqual([
      "call_1: Unknown tool: wrok. Did you mean 'work'? Tools: work",
      'call_2: The arguments of work are not a JSON object with one certain meaning (line 1, column 2, at "\\"x": the text that begins here does not end). Send the call again with valid JSON.',
      'call_3: A user said no.',
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
              afterBatch: {
                apply: async () => void order.push(`effect of ${JSON.stringify(args['name'])}`),
                drop: async () => void order.push(`dropped ${JSON.stringify(args['name'])}`),
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

  it('drops what was put off when it is denied by then, and its result says so', async () => {
    const order: string[] = []
    const tool = new GatedTool()
    let isDenied = false
    const approvals = gateOf(async (name) =>
      isDenied && name === 'defer' ? { type: 'denied', message: 'No.' } : { type: 'allowed' },
    )
    const calls = [deferred('fork'), call('sleep'), deferred('mark')]
    const batch = run(tool, calls, { tools: [tool, deferring(order)], approvals })
    await tool.hasStarted('sleep')
    isDenied = true
    tool.finish('sleep')
    await batch.finished
    expect(batch.recorded).toEqual(['call_fork: No.', 'call_sleep: sleep done', 'call_mark: No.'])
    expect(order).toEqual(['dropped "fork"', 'dropped "mark"'])
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
        const afterBatch = { apply: async () => batch.abort.abort(), drop: async () => undefined }
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
