import type { TestCommand, TestCommandEnd, TestCommands } from '../../core/ports/test-command-ports.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { type BashCommand, type BashEnd, type BashRun, runBash } from './bash-program.ts'
import { makeFolderCopy } from './effects/folder-copy.ts'
import { endNote } from './bash-texts.ts'
import { MAX_KEPT_SIZE, OutputCollector } from './output-collector.ts'
import { sandboxUse } from './sandbox/sandbox-use.ts'
import type { ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

const UNCONFINED = 'Nothing is confined here.'

/** Runs test commands with bash. They run code that a model wrote, so that they are confined as its commands are. */
export function createTestCommands(context: ToolContext): TestCommands {
  return {
    async problem(agentId, folder) {
      const use = await sandboxUse(context.sandboxing, { agentId, folder, outside: undefined })
      return mapOk(use, (found) => (found?.inside === true ? null : (found?.reason ?? UNCONFINED)))
    },
    run: (command) => runTest(command, context),
  }
}

/** Where effects are shown first, a test runs in a copy of the folder, and what it writes there is dropped. */
async function runTestProgram(bash: BashCommand, run: BashRun, context: ToolContext): Promise<Result<BashEnd>> {
  if (bash.use?.inside !== true || bash.use.level !== 'effects-first') return runBash(bash, run, context)
  const copied = await makeFolderCopy(bash.folder, context.copiesFolder, run.signal)
  if (!copied.ok)
    return refuse(`The test command did not run, because its folder could not be copied: ${copied.error.message}`)
  try {
    return await runBash({ ...bash, copy: copied.value }, run, context)
  } finally {
    await copied.value.remove()
  }
}

async function runTest(
  { agentId, command, folder, timeoutMs, unconfined, signal, approve }: TestCommand,
  context: ToolContext,
): Promise<Result<TestCommandEnd>> {
  const placed = await sandboxUse(context.sandboxing, { agentId, folder, outside: undefined })
  if (!placed.ok) return placed
  const use = placed.value
  if (use?.inside !== true && !unconfined)
    return refuse(`The test command did not run, because it cannot be confined: ${use?.reason ?? UNCONFINED}`)
  const begun = performance.now()
  const collector = new OutputCollector(`test-${agentId}-${Date.now()}`, context)
  const onChunk = async (chunk: Buffer): Promise<boolean> => {
    await collector.write(chunk)
    return collector.size <= MAX_KEPT_SIZE
  }
  const ran = await runTestProgram({ command, folder, use }, { signal, timeoutMs, onChunk, approve }, context)
  if (!ran.ok) return ran
  const { end, network } = ran.value
  if (end.type === 'failed') return refuse(`The test command could not be started: ${end.message}`)
  if (end.type === 'unread') return refuse(`The output of the test command could not be kept: ${end.message}`)
  const { text, fullOutput } = await collector.finish()
  return ok({
    // The log takes no zero bytes.
    output: text.replaceAll('\0', '\uFFFD'),
    isWhole: fullOutput === undefined,
    exitCode: end.type === 'exited' ? end.code : null,
    note: end.type === 'exited' ? null : endNote(end, timeoutMs),
    durationMs: Math.round(performance.now() - begun),
    ...defined({ sandbox: use, refusedHosts: network?.note ?? undefined }),
  })
}
