import type { ApproveAccess, PrepareResult, ToolCallSite, ToolOutcome } from '../../../core/ports/tool-ports.ts'
import { mapOk, type Result } from '../../../../shared/result.ts'
import { type BashCommand, type BashEnd, runBash } from '../bash-program.ts'
import { endNote } from '../bash-texts.ts'
import { looksBinary } from '../text-form.ts'
import type { ToolContext } from '../tool-context.ts'
import { ListeningPorts } from './listening-ports.ts'
import { reachPort } from './reach-port.ts'
import type { BackgroundRun, BackgroundState, RunInBackground } from './background-commands.ts'
import { type BegunCommand, commandAgain } from './run-again.ts'

const MAX_HOURS = 24
const TIMEOUT_MS = MAX_HOURS * 60 * 60 * 1_000

interface Start {
  readonly approve: ApproveAccess | undefined
  readonly context: ToolContext
}

/** Starts a command and leaves it running. The result is its id. */
export async function startInBackground(bash: BegunCommand, { approve, context }: Start): Promise<ToolOutcome> {
  const runOf =
    (command: BashCommand): RunInBackground =>
    (options) =>
      runUntilEnd({ ...command, lasts: true }, options, { approve, context })
  const { agentId, command } = bash
  const started = context.background.start(
    { agentId, command, startedAt: Date.now() },
    { run: runOf(bash), again: async (denialOf) => mapOk(await commandAgain(bash, context, denialOf), runOf) },
  )
  if (!started.ok) return { content: started.error.message, isError: true }
  const id = started.value
  return { content: `[Running in the background as ${id}. To read what it prints: process '${id}'.]`, isError: false }
}

async function runUntilEnd(
  bash: BashCommand,
  { signal, onChunk, onPorts, onReach }: BackgroundRun,
  { approve, context }: Start,
): Promise<string> {
  let isBinary: boolean | null = null
  const read = (chunk: Buffer): Promise<boolean> => {
    isBinary ??= looksBinary(chunk)
    if (!isBinary) onChunk(chunk)
    return Promise.resolve(true)
  }
  const onNoNetwork = (problem: string): void => onChunk(Buffer.from(`${problem}\n`))
  const listening = new ListeningPorts()
  let known: ReadonlySet<number> = new Set()
  const onProcesses = (pids: ReadonlySet<number>): void => {
    known = pids
    void listening.find(pids).then(onPorts)
  }
  const onPlace = (enter: readonly string[] | null): void => onReach(reachPort(listening, { pids: () => known, enter }))
  const follows = { onNoNetwork, onProcesses, onPlace }
  const options = { signal, timeoutMs: TIMEOUT_MS, onChunk: read, approve: byRules(approve), ...follows }
  const ran = await runBash(bash, options, context)
  if (!ran.ok) return ran.error.message
  return [...(isBinary === true ? ['[Its output is binary and not shown.]'] : []), ...endNotes(ran.value)].join('\n')
}

function endNotes({ end, network, changes }: BashEnd): readonly string[] {
  const isTimeout = end.type === 'stopped' && end.reason === 'timeout'
  const reached = network?.reached ?? []
  return [
    isTimeout ? `[Ended after ${MAX_HOURS} hours.]` : endNote(end, TIMEOUT_MS),
    ...(reached.length > 0 ? [`[It was connected to ${reached.join(', ')}.]`] : []),
    ...(network?.note == null ? [] : [network.note]),
    ...(changes === null ? [] : [changes]),
  ]
}

const NO_QUESTION =
  'A background command cannot ask the user. A rule for network, or sandbox_domains in config.json, must allow the host.'

/** Decides by the rules alone: the turn of the call may have ended, so no question is put. */
function byRules(approve: ApproveAccess | undefined): ApproveAccess | undefined {
  if (approve === undefined) return undefined
  return async (access) => {
    const decided = await approve(access, AbortSignal.abort())
    return decided.type === 'allowed' ? decided : { type: 'denied', message: NO_QUESTION }
  }
}

interface Visit {
  readonly id: string
  readonly stop: boolean
  /** How long to wait for its end, ms. */
  readonly waitMs: number
}

/** Prepares reading or ending a background command of the agent, which needs no approval. */
export function visitBackground({ id, stop, waitMs }: Visit, site: ToolCallSite, context: ToolContext): PrepareResult {
  return {
    ok: true,
    call: {
      subject: `${stop ? 'stop' : 'read'} ${id}`,
      access: 'context',
      paths: [],
      isInFolder: true,
      run: async ({ signal }) =>
        outcomeOf(
          stop
            ? await context.background.stop(site.agentId, id)
            : await context.background.read(site.agentId, id, { waitMs, signal }),
        ),
    },
  }
}

function outcomeOf(visited: Result<BackgroundState>): ToolOutcome {
  if (!visited.ok) return { content: visited.error.message, isError: true }
  const { text, end, ports } = visited.value
  const running = ports.length === 0 ? '[It is running.]' : `[It is running, and listens on ${portsText(ports)}.]`
  return {
    content: [text.trimEnd(), end ?? running].filter((part) => part !== '').join('\n'),
    isError: false,
  }
}

function portsText(ports: readonly number[]): string {
  return `${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`
}
