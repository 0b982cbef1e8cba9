import type { Server } from 'node:net'
import { totalmem } from 'node:os'

import type { AgentId } from '../../../shared/ids.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { FolderCopyPlace } from '../../core/ports/sandbox-ports.ts'
import type { ApproveAccess } from '../../core/ports/tool-ports.ts'
import { findProgram } from '../program-table.ts'
import { openReaper, SUPERVISE } from './command-supervisor.ts'
import { runningThreads } from './process-group.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { CommandNetwork } from './sandbox/command-network.ts'
import { placedProgram } from './sandbox/sandbox-use.ts'
import type { CommandLimits, ToolContext } from './tool-context.ts'
import { outputsOf } from './tree-outputs.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Most processes of one command at the same time. A build with many jobs needs some hundreds; a fork bomb takes all.
 */
export const MAX_PROCESSES = 512

/** After the path of the folder. */
const MOVED =
  'was moved or replaced after this call was prepared, so the command was not run. Look at the folder, and call again.'

/**
 * A helper process in the group kills the group when our end of its pipe is closed, so that nothing keeps running after
 * ikigai was killed. Both streams share one pipe, which preserves their order. The limit is the kernel's own; it counts
 * all processes of the user and does not apply to root, so the running group is counted as well, and ended above the exact number. A variable that is set
 * here would replace the user's one of that name in the command. Outside the sandbox, a supervisor ends what the command leaves.
 * Another agent may have put a link where the folder was when the call was allowed: without the variable PWD, bash asks
 * the kernel where it runs.
 */
const PRELUDE = [
  '{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&- 2>&1',
  `[ "$PWD" = "$4" ] || { printf '%s\n' "$4 ${MOVED}"; exit 126; }`,
  '[ -n "$1" ] && ulimit -u "$1" 2>/dev/null',
  'limited() { local l; for l in $1; do ulimit ${l%=*} ${l#*=} 2>/dev/null; done; }; limited "$2"',
  '[ -n "$3" ] && exec /dev/fd/4 "$BASH" --norc -c "$3" bash "${@:5}"',
  'shift 4; exec "$@"',
].join('\n')

/** Half of the machine's memory, and at least 2 GB. */
export const COMMAND_LIMITS: CommandLimits = {
  memory: Math.max(2 * 1024 ** 3, Math.floor(totalmem() / 2)),
  written: 20 * 1024 ** 3,
}

/**
 * Limits of one process, in KB: memory of its own, size of a file, and address space. Programs reserve much more addresses than
 * memory (a wasm memory of V8 10 GB, address sanitizers 20 TB), so that the last one only ends what never stops reserving.
 */
function processLimits({ memory, written }: CommandLimits): string {
  return [`-d=${Math.floor(memory / 1_024)}`, `-f=${Math.floor(written / 1_024)}`, `-v=${32 * 1024 ** 3}`].join(' ')
}

export interface BashCommand {
  readonly command: string
  readonly folder: string
  /** Where it runs. Undefined: nothing is confined here. */
  readonly use: SandboxUse | undefined
  /** The agent whose network and whose tree's complete outputs it has inside the sandbox; missing: none. */
  readonly agentId?: AgentId
  /** The agents whose rights limit the turn of its call, and the command for as long as it runs. Missing: none. */
  readonly limitedBy?: readonly AgentId[]
  /** Whether it runs on after its call. */
  readonly lasts?: boolean
  /** What it writes in instead of the folder. Missing: the folder, if the level of its sandbox permits that. */
  readonly copy?: FolderCopyPlace
}

export interface BashRun {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Awaited before more is read. `false` stops the command. */
  readonly onChunk: (chunk: Buffer) => Promise<boolean>
  /** Decides the hosts that it may reach. Missing: none. */
  readonly approve?: ApproveAccess | undefined
  /** Called before the command runs if it has no network although it may ask for hosts. */
  readonly onNoNetwork?: (problem: string) => void
  /**
   * Called before it runs with a program and arguments that start another one in its network: none, if it has that of this
   * machine; null: nothing can be started there.
   */
  readonly onPlace?: (enter: readonly string[] | null) => void
  /** As in `ProcessOptions`. */
  readonly onProcesses?: (pids: ReadonlySet<number>) => void
}

export interface BashEnd {
  readonly end: ProcessEnd
  /** Null: it has no network, or is not confined. */
  readonly network: Pick<CommandNetwork, 'note' | 'problem' | 'reached'> | null
  /** What changed in protected places meanwhile, for the user and the model; null: nothing. */
  readonly changes: string | null
}

/** Runs a command line with bash until it ends. Fails if it was to be confined, and that is not possible. */
export async function runBash(
  { command, folder, use, agentId, limitedBy = [], lasts = false, copy }: BashCommand,
  { signal, timeoutMs, onChunk, approve, onNoNetwork, onProcesses, onPlace }: BashRun,
  context: ToolContext,
): Promise<Result<BashEnd>> {
  const found = findProgram('bash', { path: context.environment['PATH'], cwd: folder })
  if (!found.ok) return refuse(`bash could not be started: ${found.error.message}`)
  const isInside = use?.inside === true
  const isConfined = isInside && context.sandboxing !== null
  const bash = {
    command: isConfined ? 'bash' : found.value,
    args: ['-c', isConfined ? command : context.outsideLine(command)],
  }
  const files = agentId === undefined ? [] : await outputsOf(agentId, context)
  const sharedBy = agentId === undefined ? undefined : { agentId, limitedBy, lasts }
  const program = await placedProgram(bash, { sandboxing: context.sandboxing, use, folder, files, sharedBy, copy })
  if (!program.ok) return program
  const network = program.value.opensPort
    ? new CommandNetwork({ ...context.sandboxing?.proxy, approve, limitedBy })
    : null
  const emergency = new AbortController()
  const { guard, leave, enter = null } = program.value
  onPlace?.(isConfined ? enter : [])
  let unprotected: string | null = null
  let unwatch: (() => void) | undefined
  // Whatever fails: an agent's network that nobody leaves would last as long as the engine.
  try {
    const threads = await runningThreads()
    const limit = threads === null ? '' : String(threads + MAX_PROCESSES)
    const onPort = (listener: Server | null): void => {
      network?.open(listener)
      if (network != null && network.problem !== null) onNoNetwork?.(network.problem)
    }
    // In a sandbox, a namespace of processes ends with its command.
    const reaper = isConfined ? null : await openReaper()
    const most = context.sandboxing?.limits ?? COMMAND_LIMITS
    unwatch = guard?.watch((path) => {
      unprotected = path
      emergency.abort()
    })
    const limits = [limit, isInside ? processLimits(most) : '']
    const supervise = reaper === null ? '' : SUPERVISE
    const end = await runProcess({
      command: found.value,
      isConfined,
      reaches: isConfined ? 'nothing' : 'anything',
      args: ['-c', PRELUDE, 'bash', ...limits, supervise, folder, program.value.command, ...program.value.args],
      ...defined({ files: reaper === null ? undefined : [reaper] }),
      cwd: folder,
      env: { ...withoutFolder(context.environment), ...(await context.variablesOf?.(folder)) },
      timeoutMs,
      signal,
      maxProcesses: MAX_PROCESSES,
      lifeline: true,
      emergency: emergency.signal,
      ...(isInside && { maxMemory: most.memory, maxWritten: most.written, ...(copy && { disk: copy.path }) }),
      ...defined({ onPort: network === null ? undefined : onPort, onProcesses }),
      onStdout: onChunk,
    })
    const notes = [unprotected === null ? null : `[${unprotectedText(unprotected)}]`, (await guard?.changes()) ?? null]
    return ok({ end, network, changes: notes.filter((note) => note !== null).join('\n') || null })
  } finally {
    network?.close()
    leave?.()
    unwatch?.()
  }
}

function withoutFolder(environment: ToolContext['environment']): ToolContext['environment'] {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'PWD'))
}

/** Why a confined program was ended, for the user and the model. */
export function unprotectedText(path: string): string {
  return `${path} was replaced outside the sandbox while this ran, and was no longer protected inside, so the program was ended. Run it again: what is there now is protected then.`
}
