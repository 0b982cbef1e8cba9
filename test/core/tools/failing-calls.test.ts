import { describe, expect, it } from 'vitest'

import type { PreparedCall, Tool, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import type { BatchContext } from '../../../src/main/core/tools/tool-batch.ts'
import { runToolBatch } from '../../../src/main/core/tools/tool-scheduler.ts'
import type { CallHooks } from '../../../src/main/core/tools/tool-hooks.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import { refuse } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { gateOf } from './run-batch.ts'

const noHooks: CallHooks = {
  before: () => Promise.resolve({ type: 'continue' }),
  after: (_call, _site, outcome) => Promise.resolve(outcome),
}
const allowAll = gateOf(() => Promise.resolve({ type: 'allowed' }))

const call = (name: string): ToolCallBlock => ({
  type: 'tool_call',
  id: `call_${name}`,
  name: 'work',
  arguments: { name },
})

const idOf = (event: NewEvent): string => (event.kind === 'tool_result' ? event.data.tool_call_id : '')

function run(tool: Tool, calls: readonly ToolCallBlock[], more: Partial<BatchContext> = {}) {
  const abort = new AbortController()
  const recorded: string[] = []
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
    around: (_id, _call, work) => work(),
    onFinishedEarly: () => undefined,
    storeFile: async ({ name }) => refuse(`No ${name} here.`),
    record: (events) => {
      recorded.push(...events.map((event) => `${idOf(event)}: ${event.content}`))
      return Promise.resolve()
    },
    ...more,
  })
  return { abort, recorded, finished }
}

describe('a part of a call that fails other than by its result', () => {
  const BUG = new Error('a bug')
  const throws = (): never => {
    throw BUG
  }
  // eslint-disable-next-line typescript/prefer-promise-reject-errors -- a library may reject with anything
  const rejectsWithText = (): Promise<never> => Promise.reject('a bug')
  const done = (content: string): ToolOutcome => ({ content, isError: false })
  /** A tool that does `work` in the call named `broken`, and succeeds in all others. */
  const tool = (work: Partial<PreparedCall> & { readonly prepare?: () => never }): Tool => ({
    definition: { name: 'work', description: '', parameters: { type: 'object' } },
    prepare: (args) => {
      const isBroken = args['name'] === 'broken'
      if (isBroken) work.prepare?.()
      const call: PreparedCall = {
        subject: '',
        access: 'read',
        paths: [],
        isInFolder: true,
        run: () => Promise.resolve(done('done')),
        ...(isBroken && work),
      }
      return Promise.resolve({ ok: true, call })
    },
  })
  const sound = tool({})
  const failing: readonly (readonly [string, Tool, Partial<BatchContext>])[] = [
    ['the tool throws while it prepares', tool({ prepare: throws }), {}],
    ['the tool rejects while it prepares', { ...sound, prepare: () => Promise.reject(BUG) }, {}],
    ['the tool throws', tool({ run: throws }), {}],
    ['the tool rejects', tool({ run: () => Promise.reject(BUG) }), {}],
    ['the tool rejects with a text', tool({ run: rejectsWithText }), {}],
    ['a hook before it rejects', sound, { hooks: { ...noHooks, before: () => Promise.reject(BUG) } }],
    ['a hook before it throws', sound, { hooks: { ...noHooks, before: throws } }],
    ['a hook after it rejects', sound, { hooks: { ...noHooks, after: () => Promise.reject(BUG) } }],
    ['the approval throws', sound, { approvals: gateOf(throws) }],
    ['the approval rejects', sound, { approvals: gateOf(() => Promise.reject(BUG)) }],
    ['the checkpoint throws', sound, { around: throws }],
    ['the checkpoint rejects', sound, { around: () => Promise.reject(BUG) }],
    ['the notice of its start throws', sound, { onStarted: throws }],
    ['its clock throws', sound, { clock: { now: throws, sleep: () => Promise.resolve() } }],
  ]

  it.each(failing)('is the error result of the call: %s', async (_what, broken, more) => {
    const logger = createRecordingLogger()
    const batch = run(broken, [call('broken')], { ...more, logger })
    await batch.finished
    expect(batch.recorded).toEqual([
      'call_broken: work failed because of an internal error: a bug. It may have been done in part. Look at what is there, then try it in another way.',
    ])
    expect(logger.lines).toEqual([['error', 'A call failed because of an internal error']])
  })

  it.each(failing.slice(2, 5))('leaves the other calls of the batch alone: %s', async (_what, broken, more) => {
    const batch = run(broken, [call('1'), call('broken'), call('2')], more)
    await batch.finished
    expect(batch.recorded.map((line) => line.slice(0, 16))).toEqual([
      'call_1: done',
      'call_broken: wor',
      'call_2: done',
    ])
  })

  it('a file that cannot be stored by a bug costs its call only', async () => {
    const files = [{ name: 'a.png', bytes: new Uint8Array() }]
    const withFile = tool({ run: () => Promise.resolve({ ...done('drawn'), files }) })
    const batch = run(withFile, [call('broken'), call('2')], { storeFile: () => Promise.reject(BUG) })
    await batch.finished
    expect(batch.recorded[0]).toContain('work failed because of an internal error: a bug')
    expect(batch.recorded[1]).toBe('call_2: done')
  })

  it('a journal that throws costs nothing', async () => {
    const slow = Promise.withResolvers<ToolOutcome>()
    const journaled = Promise.withResolvers<void>()
    const onFinishedEarly = (): never => {
      journaled.resolve()
      throw BUG
    }
    const batch = run(tool({ run: () => slow.promise }), [call('broken'), call('2')], { onFinishedEarly })
    await journaled.promise
    slow.resolve(done('late'))
    await batch.finished
    expect(batch.recorded).toEqual(['call_broken: late', 'call_2: done'])
  })

  it.each<[string, Tool, Partial<BatchContext>]>([
    ['the tool', tool({ run: () => new Promise(() => undefined) }), {}],
    ['the preparation', { ...sound, prepare: () => new Promise(() => undefined) }, {}],
    ['a hook', sound, { hooks: { ...noHooks, before: () => new Promise(() => undefined) } }],
    ['the approval', sound, { approvals: gateOf(() => new Promise(() => undefined)) }],
    ['the checkpoint', sound, { around: () => new Promise(() => undefined) }],
    [
      'the store of files',
      tool({ run: () => Promise.resolve({ ...done(''), files: [{ name: 'a', bytes: new Uint8Array() }] }) }),
      { storeFile: () => new Promise(() => undefined) },
    ],
  ])('does not keep a stopped turn when it never ends: %s', async (_what, hanging, more) => {
    const clock = { now: () => 0, sleep: () => Promise.resolve() }
    const batch = run(hanging, [call('broken')], { ...more, clock })
    batch.abort.abort()
    await batch.finished
    expect(batch.recorded).toEqual(['call_broken: Tool call interrupted or cancelled'])
  })
})
