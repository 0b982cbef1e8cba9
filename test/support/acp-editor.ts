import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'

import {
  type ClientContext,
  client,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  ndJsonStream,
  type PermissionOption,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'

import { BIN } from './run-ikigai.ts'
import { untyped } from './untyped.ts'

/** Chooses an offered answer by its kind; null: the question is cancelled. */
type AnswerPermission = (asked: RequestPermissionRequest) => PermissionOption['kind'] | null | Promise<null>

/** An editor that has started `ikigai acp`, with the SDK's own client. */
export interface AcpEditor {
  readonly agent: ClientContext
  readonly child: ChildProcess
  /** All updates so far, of all sessions. */
  readonly updates: readonly (SessionUpdate & { readonly sessionId: string })[]
  readonly asked: readonly RequestPermissionRequest[]
  answer: AnswerPermission
  /** The forms that it was asked to show. */
  readonly forms: readonly CreateElicitationRequest[]
  fillIn: (form: CreateElicitationRequest) => CreateElicitationResponse
  /** The texts of one kind of chunk so far. */
  text(kind: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk', sessionId: string): string
  /** Ends stdin; returns the exit code. */
  end(): Promise<number | null>
}

/** Starts `ikigai acp` and introduces the editor to it. */
export async function startAcpEditor(environment: Readonly<Record<string, string>>, cwd: string): Promise<AcpEditor> {
  const child = spawn(process.execPath, [BIN, 'acp'], { env: environment, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  const closed = once(child, 'close')
  const updates: (SessionUpdate & { sessionId: string })[] = []
  const asked: RequestPermissionRequest[] = []
  const forms: CreateElicitationRequest[] = []
  const app = client({ name: 'editor' })
    .onRequest('elicitation/create', ({ params }) => {
      forms.push(params)
      return editor.fillIn(params)
    })
    .onNotification('session/update', ({ params }) => {
      updates.push({ ...params.update, sessionId: params.sessionId })
    })
    .onRequest('session/request_permission', async ({ params }) => {
      asked.push(params)
      const kind = await editor.answer(params)
      const option = params.options.find((each) => each.kind === kind)
      return option === undefined
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId: option.optionId } }
    })
  const input: WritableStream<Uint8Array> = Writable.toWeb(child.stdin)
  const connection = app.connect(ndJsonStream(input, untyped<ReadableStream<Uint8Array>>(Readable.toWeb(child.stdout))))
  const editor: AcpEditor = {
    agent: connection.agent,
    child,
    updates,
    asked,
    answer: () => 'allow_once',
    forms,
    fillIn: () => ({ action: 'cancel' }),
    text: (kind, sessionId) =>
      updates
        .map((update) => {
          if (update.sessionUpdate !== kind || update.sessionId !== sessionId) return ''
          return 'content' in update && update.content !== null && 'text' in update.content ? update.content.text : ''
        })
        .join(''),
    end: async () => {
      child.stdin.end()
      await closed
      return child.exitCode
    },
  }
  return editor
}
