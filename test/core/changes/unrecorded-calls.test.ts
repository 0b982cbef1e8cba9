import { expect, it } from 'vitest'

import { textChanges } from '../../../src/main/adapters/checkpoints/text-changes.ts'
import { CallRecorder } from '../../../src/main/core/changes/call-recorder.ts'
import type { CallToRecord } from '../../../src/main/core/changes/overlapping-calls.ts'
import type { FileDifference, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import type { SkippedFile } from '../../../src/shared/file-changes.ts'
import { ok, refuse, type Result } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const CALL = {
  agentId: 'agent',
  turnId: 'turn',
  callId: 'call',
  call: { access: 'execute', paths: [], isInFolder: true },
} as const
const READING = { access: 'read', paths: [], isInFolder: true } as const
const WRITING = { access: 'write', paths: ['/project/a.txt'], isInFolder: true } as const
const ELSEWHERE = { access: 'write', paths: ['/elsewhere/a.txt'], isInFolder: false } as const
const FAILED = refuse('The disk is full.')

const NEW = { before: null, after: { mode: 'file', hash: 'a'.repeat(40) }, added: 1, removed: 0 } as const

interface Failures {
  /** The saves that fail, counted from 1. */
  readonly saves?: readonly number[]
  readonly difference?: boolean
  readonly search?: boolean
  /** What no state contains. */
  readonly skipped?: readonly SkippedFile[]
  /** Files in which two states differ. */
  readonly changed?: readonly string[]
}

/** A recorder whose folder changes with every call. */
function recorderWith({ saves = [], difference = false, search = false, skipped = [], changed = [] }: Failures) {
  let saved = 0
  const logger = createRecordingLogger()
  const recorder = new CallRecorder({
    checkpoints: {
      save: async ({ folder }): Promise<Result<SavedFolder>> => {
        saved += 1
        if (saves.includes(saved)) return FAILED
        return ok({ place: { store: 'git', folder }, id: `state${saved}`, skipped })
      },
      difference: async (): Promise<Result<readonly FileDifference[]>> =>
        difference ? FAILED : ok(changed.map((path) => ({ ...NEW, path }))),
      read: async () => FAILED,
      current: async () => FAILED,
      hidden: async () => FAILED,
      replace: async () => FAILED,
      close: async () => undefined,
    },
    search: {
      checkpoints: async () => (search ? FAILED : ok([])),
      checkpointsIn: async () => ok([]),
      turn: async () => ok([]),
    },
    folderOf: async () => ok('/project'),
    textChanges,
    logger,
  })
  const events: string[] = []
  const record: CallToRecord['record'] = async ({ data }) => {
    events.push(`${data.cause} ${data.before} ${data.after}`)
  }
  return { recorder, logger, events, record }
}

it.each<[string, Failures, CallToRecord['call'], string | null]>([
  ['nothing fails', {}, CALL.call, null],
  ['nothing fails for a call that writes a file', {}, WRITING, null],
  ['the state before is not saved', { saves: [1] }, CALL.call, 'The disk is full.'],
  ['the state before a written file is not saved', { saves: [1] }, WRITING, 'The disk is full.'],
  ['the state before a file elsewhere is not saved', { saves: [1] }, ELSEWHERE, 'The disk is full.'],
  ['the state after is not saved', { saves: [2] }, CALL.call, 'The disk is full.'],
  ['no state is saved', { saves: [1, 2] }, CALL.call, 'The disk is full.'],
  ['the states cannot be compared', { difference: true }, CALL.call, 'The disk is full.'],
  ['the earlier states cannot be read', { search: true }, CALL.call, 'The disk is full.'],
  ['the call only reads', { saves: [1, 2] }, READING, null],
])('says why a call was not recorded: %s', async (_, failures, call, unrecorded) => {
  const { recorder, logger, record } = recorderWith(failures)
  const recorded = await recorder.around({ ...CALL, call, record }, async () => 'done')
  expect(recorded).toEqual({ result: 'done', unrecorded })
  expect(logger.lines.length > 0).toBe(unrecorded !== null)
})

const INSIDE = 'lib/one is a repository inside the folder, such as a submodule; its files are not saved.'

const ignored = (path: string): string => `${path} is in no checkpoint: git ignores it, or it was changed back at once.`

it.each<readonly [path: string, reason: SkippedFile['reason'], unrecorded: string | null]>([
  ['/project/lib/one/a.txt', 'repository', INSIDE],
  ['/project/lib/one/below/a.txt', 'repository', INSIDE],
  ['/project/lib/one-more/a.txt', 'repository', ignored('lib/one-more/a.txt')],
  ['/project/dist/out.js', 'repository', ignored('dist/out.js')],
  ['/project/lib/one', 'large', 'lib/one is in no checkpoint: it is larger than max_checkpoint_file_bytes.'],
  ['/project/lib/one', 'protected', 'lib/one is in no checkpoint: it is hidden from commands.'],
  ['/project/lib/one', 'unreadable', 'lib/one is in no checkpoint: it cannot be read.'],
  ['/project/seen.txt', 'large', null],
])('says which file of a call no state contains: %s beside %s', async (path, reason, unrecorded) => {
  const { recorder, record } = recorderWith({ skipped: [{ path: 'lib/one/', reason }], changed: ['seen.txt'] })
  const written = [
    { path: '/project/seen.txt', before: null, after: new Uint8Array() },
    { path, before: null, after: new Uint8Array() },
  ]
  const run = async () => 'done'
  const recorded = await recorder.around({ ...CALL, call: WRITING, record }, run, () => written)
  expect(recorded).toEqual({ result: 'done', unrecorded })
})

it('does not miss a file that was written as it was', async () => {
  const { recorder, record } = recorderWith({})
  const text = () => Buffer.from('text')
  const written = { path: '/project/a.txt', before: text(), after: text() }
  const recorded = await recorder.around(
    { ...CALL, call: WRITING, record },
    async () => 'done',
    () => [written],
  )
  expect(recorded).toEqual({ result: 'done', unrecorded: null })
})

it('records both of two calls at once', async () => {
  const { recorder, events, record } = recorderWith({})
  const run = (callId: string) => recorder.around({ ...CALL, callId, record }, async () => callId)
  expect(await Promise.all([run('one'), run('two')])).toEqual([
    { result: 'one', unrecorded: null },
    { result: 'two', unrecorded: null },
  ])
  expect(events).toEqual(['call state1 state2', 'call state2 state3', 'call state3 state4'])
})

it('says so of a call that ends after the turn of its outside agent', async () => {
  const { recorder, record } = recorderWith({})
  const ended = Promise.withResolvers<string>()
  const started = Promise.withResolvers<undefined>()
  let late: Promise<unknown> = Promise.resolve()
  await recorder.duringTurn({ ...CALL, record }, async () => {
    late = recorder.around({ ...CALL, record }, () => {
      started.resolve(undefined)
      return ended.promise
    })
    await started.promise
  })
  ended.resolve('late')
  expect(await late).toEqual({ result: 'late', unrecorded: 'The state before the call is not known.' })
})
