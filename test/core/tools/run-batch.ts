import type { ApprovalGate } from '../../../src/main/core/approvals/approval-gate.ts'
import type { CallHooks } from '../../../src/main/core/tools/tool-hooks.ts'
import type { PreparedCall, Tool, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import type { BatchContext } from '../../../src/main/core/tools/tool-batch.ts'
import { runToolBatch } from '../../../src/main/core/tools/tool-scheduler.ts'
import { refuse } from '../../../src/shared/result.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const noHooks: CallHooks = {
  before: () => Promise.resolve({ type: 'continue' }),
  after: (_call, _site, outcome) => Promise.resolve(outcome),
}

/** Decides as `approve` does, each time anew. */
export const gateOf = (approve: ApprovalGate['approve']): ApprovalGate => ({
  approve,
  approveAgain: (_given, ...asked) => approve(...asked),
})
const allowAll = gateOf(() => Promise.resolve({ type: 'allowed' }))

/** A tool whose calls stand still until the test lets them go, by the `name` in their arguments. */
export class GatedTool implements Tool {
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

export const call = (name: string, more: { path?: string } = {}): ToolCallBlock => ({
  type: 'tool_call',
  id: `call_${name}`,
  name: 'work',
  arguments: { name, ...more },
})

/** Runs a batch with `tool`; returns what is recorded, and how to abort it. */
export function run(tool: Tool, calls: readonly ToolCallBlock[], more: Partial<BatchContext> = {}) {
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
