import { err, ok, type Result } from '../../../../shared/result.ts'
import type { SandboxUse } from '../../../../shared/sandbox.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import type { ConfinedProgram, FolderCopyPlace, Program, SharedBy } from '../../../core/ports/sandbox-ports.ts'
import { programRefusal } from '../../only-hosts.ts'
import { commandConfinement } from './command-confinement.ts'
import type { Sandboxing } from '../tool-context.ts'

interface Wish {
  readonly agentId: AgentId
  readonly folder: string
  /** The model's reason for running the command outside; undefined: it runs inside. */
  readonly outside: string | undefined
}

const OFF = 'The sandbox is off for this agent.'

/** Decides where a command runs. Undefined: nothing is confined here. */
export async function sandboxUse(
  sandboxing: Sandboxing | null,
  { agentId, folder, outside }: Wish,
): Promise<Result<SandboxUse | undefined>> {
  const refusal = programRefusal('A command outside the sandbox')
  if (sandboxing === null) return refusal === null ? ok(undefined) : err(refusal)
  const level = await sandboxing.levelOf(agentId)
  if (!level.ok) return level
  const outsideAs = (reason: string): Result<SandboxUse> =>
    refusal === null ? ok({ inside: false, reason, level: level.value }) : err(refusal)
  if (level.value === 'off') return outsideAs(OFF)
  const problem = await sandboxing.sandbox.problem(commandConfinement(folder, level.value).readable)
  if (problem !== null) return outsideAs(problem)
  if (outside !== undefined) return outsideAs(`The agent’s reason: ${outside}`)
  return ok({ inside: true, level: level.value })
}

/** Returns the program as it is to be run. Fails if it was to run inside, and the sandbox cannot be made. */
export async function placedProgram(
  program: Program,
  { sandboxing, use, folder, files, sharedBy, copy }: PlacedIn,
): Promise<Result<ConfinedProgram>> {
  if (use?.inside !== true || sandboxing === null) return ok({ ...program, opensPort: false })
  const network = sandboxing.asksForHosts() ? 'by-proxy' : 'none'
  return sandboxing.sandbox.confine(program, {
    ...commandConfinement(folder, use.level, { network, copy }),
    files,
    ...(sharedBy && { sharedBy }),
  })
}

interface PlacedIn {
  readonly sandboxing: Sandboxing | null
  readonly use: SandboxUse | undefined
  readonly folder: string
  /** Files that the program can read beside the folder. */
  readonly files: readonly string[]
  /** Undefined: its network is its own. */
  readonly sharedBy: SharedBy | undefined
  /** What it writes in instead of the folder. Undefined: the folder, if its level permits that. */
  readonly copy: FolderCopyPlace | undefined
}

/** Messages of programs that a sandbox causes: of the kernel, of resolvers, and of Node. */
const CAUSED_BY_SANDBOX =
  /read-only file system|permission denied|operation not permitted|device or resource busy|network is unreachable|temporary failure in name resolution|could not resolve host|\b(EROFS|EACCES|EPERM|ENETUNREACH|EAI_AGAIN|ENOTFOUND)\b|no space left on device/i

const BUT_PROXY = ' but through the proxy that is set (https only), which asks the user for each host'

/** Returns what a model can do about a command that failed inside the sandbox, perhaps because of it; else null. */
export function sandboxNote(output: string, use: SandboxUse | undefined, hasProxy: boolean): string | null {
  if (use?.inside !== true || !CAUSED_BY_SANDBOX.test(output)) return null
  const writes = use.level === 'read-only' ? 'only /tmp' : "only the agent's folder (without .git) and /tmp"
  return `[This ran inside the sandbox: ${writes} can be written, keys cannot be read, and there is no network${hasProxy ? BUT_PROXY : ''}. If the command needs more, call again with 'outside_sandbox' and the reason; the user is then asked.]`
}
