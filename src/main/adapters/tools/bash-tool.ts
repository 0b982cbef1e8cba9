import { z } from 'zod'

import type { SandboxUse } from '../../../shared/sandbox.ts'
import type { PreparedCall, Tool, ToolCallSite, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { LiveText } from './live-text.ts'
import { looksBinary, MAX_KEPT_SIZE, OutputCollector } from './output-collector.ts'
import { userThreads } from './process-group.ts'
import { namesProtected } from './protected-paths.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { CommandNetwork } from './sandbox/command-network.ts'
import { placedProgram, sandboxNote, sandboxUse } from './sandbox/sandbox-use.ts'
import { agentPath, type ToolContext } from './tool-context.ts'

/**
 * Most processes of one command at the same time. A build with many jobs needs some hundreds; a fork bomb takes all.
 */
const MAX_PROCESSES = 512
const DEFAULT_TIMEOUT_S = 120
const MAX_TIMEOUT_S = 3_600

/**
 * A helper process in the group kills the group when our end of its pipe is closed, so that nothing keeps running after
 * ikigai was killed. Both streams share one pipe, which preserves their order. The limit is the kernel's own; it counts
 * all processes of the user and does not apply to root, so the running group is counted as well.
 */
const PRELUDE =
  '{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&- 2>&1; [ -n "$1" ] && ulimit -u "$1" 2>/dev/null; shift; exec "$@"'

const DESCRIPTION = `Runs a command with bash in the agent's folder and gives back what it printed and its exit code.
Nothing is kept from one call to the next but files: 'cd' and variables last for one command. There is no keyboard: a command that asks something gets end of file. When the command ends, or after 'timeout_seconds', whatever it left running is ended too. Calls of one message run at the same time: join commands that need each other with '&&'.
Where a sandbox is available, a command runs inside it without a question: it writes only in the agent's folder (not in .git) and in a private /tmp that is empty each time, reads no keys, and reaches the network only through the proxy that is set in its environment: https only, and the person is asked for each new host. A command that needs more can ask for it with 'outside_sandbox'.`

export function bashTool(context: ToolContext): Tool {
  return defineTool({
    name: 'bash',
    description: DESCRIPTION,
    schema: z.strictObject({
      command: z.string().min(1).describe('The command line, as for bash -c.'),
      timeout_seconds: z
        .number()
        .min(1)
        .max(MAX_TIMEOUT_S)
        .optional()
        .describe(`Ends the command after so many seconds. ${DEFAULT_TIMEOUT_S} if not given.`),
      outside_sandbox: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('Why this command must run outside the sandbox. The person reads the reason and decides.'),
    }),
    async prepare({ command, timeout_seconds = DEFAULT_TIMEOUT_S, outside_sandbox: outside }, site) {
      const resolved = await agentPath(context, site, '.')
      if (!resolved.ok) return resolved
      const folder = resolved.path
      const placed = await sandboxUse(context.sandboxing, { agentId: site.agentId, folder, outside })
      if (!placed.ok) return { ok: false, message: placed.error.message }
      const use = placed.value
      const named = namesProtected(command, folder, context.places)
      return {
        ok: true,
        call: {
          subject: command,
          access: 'execute',
          paths: [folder],
          isInFolder: true,
          ...(named !== null && { protectedAs: named }),
          ...(resolved.wideFolder !== undefined && { wideFolder: resolved.wideFolder }),
          ...(use !== undefined && { sandbox: use }),
          run: (run) => runCommand({ command, folder, timeoutMs: timeout_seconds * 1_000, site, use }, run, context),
        },
      }
    },
  })
}

interface BashCommand {
  readonly command: string
  readonly folder: string
  readonly timeoutMs: number
  readonly site: ToolCallSite
  readonly use: SandboxUse | undefined
}

async function runCommand(
  { command, folder, timeoutMs, site, use }: BashCommand,
  { signal, onOutput, approve }: Parameters<PreparedCall['run']>[0],
  context: ToolContext,
): Promise<ToolOutcome> {
  const bash = { command: 'bash', args: ['-c', command] }
  const program = await placedProgram(bash, { sandboxing: context.sandboxing, use, folder })
  if (!program.ok) return { content: program.error.message, isError: true }
  const collector = new OutputCollector(site.callId, context)
  const live = new LiveText(onOutput, context.maxOutputSize)
  let isBinary: boolean | null = null
  const threads = await userThreads()
  const limit = threads === null ? '' : String(threads + MAX_PROCESSES)
  const network = program.value.opensPort ? new CommandNetwork({ ...context.sandboxing?.proxy, approve }) : null
  const end = await runProcess({
    command: 'bash',
    args: ['-c', PRELUDE, 'bash', limit, program.value.command, ...program.value.args],
    cwd: folder,
    env: { ...context.environment, ...context.commandEnvironment(command) },
    timeoutMs,
    signal,
    maxProcesses: MAX_PROCESSES,
    lifeline: true,
    ...(network !== null && { onPort: (listener) => network.open(listener) }),
    onStdout: async (chunk) => {
      isBinary ??= looksBinary(chunk)
      if (!isBinary) live.write(chunk)
      await collector.write(chunk)
      return collector.size <= MAX_KEPT_SIZE
    },
  })
  network?.close()
  const { text, size, fullOutput } = await collector.finish()
  const printed = isBinary === true ? binaryNote(size) : text
  const isError = end.type !== 'exited' || end.code !== 0
  const note = isError ? sandboxNote(text, use, network !== null) : null
  const notes = [network?.note ?? '', note ?? '']
  return {
    content: [printed.trimEnd(), endNote(end, timeoutMs), ...notes].filter((part) => part !== '').join('\n'),
    isError,
    ...(network !== null && network.reached.length > 0 && { hosts: network.reached }),
    ...(fullOutput !== undefined && { fullOutput }),
  }
}

function binaryNote(size: number): string {
  return `[The output is binary, ${size} bytes; it is not shown. Redirect it to a file, or pipe it through a program that makes text of it.]`
}

function endNote(end: ProcessEnd, timeoutMs: number): string {
  if (end.type === 'exited') return `[exit code ${end.code}]`
  if (end.type === 'killed') return `[ended by ${end.signal}]`
  if (end.type === 'failed') return `[The command could not be started: ${end.message}]`
  switch (end.reason) {
    case 'aborted':
      return '[Cancelled: the command and everything it started was ended.]'
    case 'timeout':
      return `[Timed out after ${timeoutMs / 1_000} s: the command and everything it started was ended. A longer timeout_seconds, up to ${MAX_TIMEOUT_S}, is possible.]`
    case 'too_many_processes':
      return `[Ended: it ran more than ${MAX_PROCESSES} processes at once. Start fewer at a time.]`
    default:
      return `[Ended: it printed more than ${MAX_KEPT_SIZE} bytes. Redirect such an output to a file.]`
  }
}
