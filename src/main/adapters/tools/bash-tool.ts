import { z } from 'zod'

import { ok } from '../../../shared/result.ts'
import type { FolderCopyPlace } from '../../core/ports/sandbox-ports.ts'
import type { PreparedCall, PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { startInBackground, visitBackground } from './background/bash-in-background.ts'
import { type BegunCommand, leadsElsewhere } from './background/run-again.ts'
import { type BashCommand, runBash } from './bash-program.ts'
import { DEFAULT_TIMEOUT_S, endNote, MAX_TIMEOUT_S } from './bash-texts.ts'
import { defineTool } from './define-tool.ts'
import { noDryRun, runInCopy } from './effects/run-in-copy.ts'
import { LiveText } from './live-text.ts'
import { MAX_KEPT_SIZE, OutputCollector, outputName } from './output-collector.ts'
import { looksBinary } from './text-form.ts'
import { namesProtected } from './protected-paths.ts'
import { sandboxNote, sandboxUse } from './sandbox/sandbox-use.ts'
import { agentPath, type ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

const DESCRIPTION = `Runs a command with bash in the agent's folder and gives back what it printed and its exit code.
Nothing is kept from one call to the next but files: 'cd' and variables last for one command. There is no keyboard: a command that asks something gets end of file. When the command ends, or after 'timeout_seconds', whatever it left running is ended too. Calls of one message run at the same time: join commands that need each other with '&&'.
For a command that runs long (a server, a watcher), set 'background': the call returns an id at once. Give the id as 'process', without a command, to read what was printed since the last time and whether it still runs; with 'stop' it is ended.
Where a sandbox is available, a command runs inside it without a question: it writes only in the agent's folder (not in .git) and in a private /tmp that is empty each time, reads no keys, and reaches the network only through the proxy that is set in its environment: https only, and the user is asked for each new host. A server that runs in the background is reached by your other commands at its port of 127.0.0.1, and by no other agent. A command that needs more can ask for it with 'outside_sandbox'. With 'dry_run' it runs in a copy of the folder: the result says what it would change, and the folder stays as it is.`

const SCHEMA = z.strictObject({
  command: z.string().min(1).optional().describe('The command line, as for bash -c.'),
  timeout_seconds: z
    .number()
    .min(1)
    .max(MAX_TIMEOUT_S)
    .optional()
    .describe(
      `Ends the command after so many seconds; ${DEFAULT_TIMEOUT_S} if not given. With 'process': waits so long for its end.`,
    ),
  outside_sandbox: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Why this command must run outside the sandbox. The user reads the reason and decides.'),
  dry_run: z
    .boolean()
    .optional()
    .describe('Runs the command in a copy of the folder and says what it would change there. Needs the sandbox.'),
  background: z.boolean().optional().describe('Returns at once, with an id, and leaves the command running.'),
  process: z.string().min(1).max(20).optional().describe('The id of a background command, instead of a command.'),
  stop: z.boolean().optional().describe("Ends the background command 'process'."),
})
type Arguments = z.infer<typeof SCHEMA>

export function bashTool(context: ToolContext): Tool {
  return defineTool({
    name: 'bash',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare: async (args, site) => {
      const { command, process, stop = false, timeout_seconds: seconds } = args
      if ((command === undefined) === (process === undefined))
        return { ok: false, message: "Give either 'command' or 'process'." }
      if (process !== undefined)
        return visitBackground({ id: process, stop, waitMs: (seconds ?? 0) * 1_000 }, site, context)
      return command === undefined ? { ok: false, message: '' } : prepareCommand(command, args, site, context)
    },
  })
}

async function prepareCommand(
  command: string,
  {
    timeout_seconds: seconds = DEFAULT_TIMEOUT_S,
    outside_sandbox: outside,
    background = false,
    dry_run: isDryRun = false,
  }: Arguments,
  site: ToolCallSite,
  context: ToolContext,
): Promise<PrepareResult> {
  const resolved = await agentPath(context, site.agentId, '.')
  if (!resolved.ok) return resolved
  const folder = resolved.path
  const placed = await sandboxUse(context.sandboxing, { agentId: site.agentId, folder, outside })
  if (!placed.ok) return { ok: false, message: placed.error.message }
  const use = placed.value
  if (isDryRun && (background || use?.inside !== true)) return { ok: false, message: noDryRun(background, use) }
  const named = await namesProtected(command, folder, context.places)
  const bash = { command, folder, use, named, agentId: site.agentId, chosenFolder: resolved.folder }
  return {
    ok: true,
    call: {
      subject: command,
      access: 'execute',
      paths: [folder],
      isInFolder: true,
      ...named,
      ...defined({ wideFolder: resolved.wideFolder, sandbox: use }),
      run: async (run) => {
        // While the call waited, for an answer or for another call, a user may have changed what the agent may do.
        if (await isPlacedAnew(bash, context)) return PLACED_ANEW
        // A command that outlives its turn keeps the limits of that turn.
        const limits = await (context.sandboxing?.limitsOf?.(site.agentId) ?? ok([]))
        if (!limits.ok) return { content: limits.error.message, isError: true }
        const limited = { ...bash, limitedBy: limits.value }
        if (background) return startInBackground(limited, { approve: run.approve, context })
        const command = { ...limited, timeoutMs: seconds * 1_000, site }
        const isInCopy = isDryRun || (use?.inside === true && use.level === 'effects-first')
        const runIn = (copy?: FolderCopyPlace) => runCommand({ ...command, ...defined({ copy }) }, run, context)
        return isInCopy
          ? runInCopy(bash, { isDryRun, runIn, isPlacedAnew: () => isPlacedAnew(bash, context) }, run, context)
          : runIn()
      },
    },
  }
}

/** The call is prepared again, and decided again. */
const PLACED_ANEW: ToolOutcome = {
  content: 'What this call may do, or where its paths lead, was changed while it waited, so it did not run.',
  isError: true,
  isStale: true,
}

/**
 * Whether the agent has another folder, or another level of the sandbox, than when the call was prepared, or a path of a
 * command outside leads to another protected place.
 */
async function isPlacedAnew(bash: BegunCommand, context: ToolContext): Promise<boolean> {
  const { agentId, chosenFolder, use } = bash
  const { folderOf, sandboxing } = context
  const chosen = await folderOf(agentId)
  if (!chosen.ok || chosen.value !== chosenFolder || (await leadsElsewhere(bash, context))) return true
  if (sandboxing === null) return false
  const level = await sandboxing.levelOf(agentId)
  return !level.ok || level.value !== use?.level
}

interface ForegroundCommand extends BashCommand {
  readonly timeoutMs: number
  readonly site: ToolCallSite
}

async function runCommand(
  { timeoutMs, site, ...bash }: ForegroundCommand,
  { signal, onOutput, approve }: Parameters<PreparedCall['run']>[0],
  context: ToolContext,
): Promise<ToolOutcome> {
  const collector = new OutputCollector(outputName(site), context)
  const live = new LiveText(onOutput, context.maxOutputSize)
  let isBinary: boolean | null = null
  const onChunk = async (chunk: Buffer): Promise<boolean> => {
    isBinary ??= looksBinary(chunk)
    if (!isBinary) live.write(chunk)
    await collector.write(chunk)
    return collector.size <= MAX_KEPT_SIZE
  }
  const ran = await runBash(bash, { signal, timeoutMs, onChunk, approve }, context)
  if (!ran.ok) return { content: ran.error.message, isError: true }
  const { end, network, changes } = ran.value
  const { text, size, fullOutput } = await collector.finish()
  const printed = isBinary === true ? binaryNote(size) : text
  const isError = end.type !== 'exited' || end.code !== 0
  const problem = network?.problem ?? null
  const note = isError ? sandboxNote(text, bash.use, network !== null && problem === null) : null
  const notes = [problem ?? '', network?.note ?? '', note ?? '', changes ?? '']
  return {
    content: [printed.trimEnd(), endNote(end, timeoutMs), ...notes].filter((part) => part !== '').join('\n'),
    isError,
    ...defined({ hosts: network !== null && network.reached.length > 0 ? network.reached : undefined, fullOutput }),
  }
}

function binaryNote(size: number): string {
  return `[The output is binary, ${size} bytes; it is not shown. Redirect it to a file, or pipe it through a program that makes text of it.]`
}
