import type { Server } from 'node:net'

import type { SandboxUse } from '../../../shared/sandbox.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ApproveAccess } from '../../core/ports/tool-ports.ts'
import { userThreads } from './process-group.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { CommandNetwork } from './sandbox/command-network.ts'
import { placedProgram } from './sandbox/sandbox-use.ts'
import type { ToolContext } from './tool-context.ts'

/**
 * Most processes of one command at the same time. A build with many jobs needs some hundreds; a fork bomb takes all.
 */
export const MAX_PROCESSES = 512

/**
 * A helper process in the group kills the group when our end of its pipe is closed, so that nothing keeps running after
 * ikigai was killed. Both streams share one pipe, which preserves their order. The limit is the kernel's own; it counts
 * all processes of the user and does not apply to root, so the running group is counted as well.
 */
const PRELUDE =
  '{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&- 2>&1; [ -n "$1" ] && ulimit -u "$1" 2>/dev/null; shift; exec "$@"'

export interface BashCommand {
  readonly command: string
  readonly folder: string
  /** Where it runs. Undefined: nothing is confined here. */
  readonly use: SandboxUse | undefined
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
}

export interface BashEnd {
  readonly end: ProcessEnd
  /** Null: it has no network, or is not confined. */
  readonly network: Pick<CommandNetwork, 'note' | 'problem' | 'reached'> | null
}

/** Runs a command line with bash until it ends. Fails if it was to be confined, and that is not possible. */
export async function runBash(
  { command, folder, use }: BashCommand,
  { signal, timeoutMs, onChunk, approve, onNoNetwork }: BashRun,
  context: ToolContext,
): Promise<Result<BashEnd>> {
  const bash = { command: 'bash', args: ['-c', command] }
  const program = await placedProgram(bash, { sandboxing: context.sandboxing, use, folder })
  if (!program.ok) return program
  const threads = await userThreads()
  const limit = threads === null ? '' : String(threads + MAX_PROCESSES)
  const network = program.value.opensPort ? new CommandNetwork({ ...context.sandboxing?.proxy, approve }) : null
  const onPort = (listener: Server | null): void => {
    network?.open(listener)
    if (network != null && network.problem !== null) onNoNetwork?.(network.problem)
  }
  const end = await runProcess({
    command: 'bash',
    args: ['-c', PRELUDE, 'bash', limit, program.value.command, ...program.value.args],
    cwd: folder,
    env: { ...context.environment, ...context.commandEnvironment(command) },
    timeoutMs,
    signal,
    maxProcesses: MAX_PROCESSES,
    lifeline: true,
    ...(network !== null && { onPort }),
    onStdout: onChunk,
  })
  network?.close()
  return ok({ end, network })
}
