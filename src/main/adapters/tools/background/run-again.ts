import { ok, refuse, type Result } from '../../../../shared/result.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import { type SandboxLevel, type SandboxUse, strictestLevel } from '../../../../shared/sandbox.ts'
import type { DenialOf } from '../../../core/ports/background-ports.ts'
import type { BashCommand } from '../bash-program.ts'
import { namesProtected } from '../protected-paths.ts'
import type { ToolContext } from '../tool-context.ts'

/** A command of an agent, with the agent's folder as it was chosen when the command began. */
export interface BegunCommand extends BashCommand {
  readonly agentId: AgentId
  readonly chosenFolder: string
  /** The protected path that it names. */
  readonly named: Awaited<ReturnType<typeof namesProtected>>
}

/** Whether a command outside the sandbox names another protected path now: links may have changed. */
export async function leadsElsewhere(
  { command, folder, use, named }: BegunCommand,
  { places }: ToolContext,
): Promise<boolean> {
  if (use?.inside === true) return false
  const now = await namesProtected(command, folder, places)
  return now?.protectedAs !== named?.protectedAs || now?.isBehindLink !== named?.isBehindLink
}

/** What the user can do where a command may not run as it began. */
const ANEW = 'End it, and ask the agent to start it anew.'

/**
 * Returns a command as it may run again: with the narrower of the rights with which it began and those that its agent
 * has now. REFUSED, for the user, if a rule or a profile denies it now, if the agent works in another folder, if it began
 * outside the sandbox, and the level of the agent is stricter now, or if it would lead to another protected path outside.
 */
export async function commandAgain(
  begun: BegunCommand,
  context: ToolContext,
  denialOf: DenialOf,
): Promise<Result<BegunCommand>> {
  const { folderOf, sandboxing } = context
  const { agentId, command, folder, chosenFolder, limitedBy = [] } = begun
  const chosen = await folderOf(agentId)
  if (!chosen.ok) return chosen
  if (chosen.value !== chosenFolder)
    return refuse(
      `The command began in ${chosenFolder}, and the agent works in ${chosen.value} now, so it is not restarted. ${ANEW}`,
    )
  const levels: SandboxLevel[] = []
  for (const id of [agentId, ...limitedBy]) {
    const level = (await sandboxing?.levelOf(id)) ?? ok('off' as const)
    if (!level.ok) return level
    levels.push(level.value)
  }
  const use = useAgain(begun.use, strictestLevel(levels))
  if (!use.ok) return use
  if (await leadsElsewhere({ ...begun, use: use.value }, context))
    return refuse(`A path of the command leads to a protected place now, so it is not restarted. ${ANEW}`)
  const asked = { subject: command, access: 'execute', paths: [folder], isInFolder: true, limitedBy } as const
  const denial = await denialOf({ ...asked, ...(use.value !== undefined && { sandbox: use.value }) })
  return denial === null ? ok({ ...begun, use: use.value }) : refuse(`It is not restarted. ${denial} ${ANEW}`)
}

/** `now`: the level of the agent, and of those that limit the command. */
function useAgain(began: SandboxUse | undefined, now: SandboxLevel): Result<SandboxUse | undefined> {
  if (began === undefined) return ok(began)
  const before = began.level ?? 'off'
  const level = strictestLevel([before, now])
  if (level === before || level === 'off') return ok(began)
  if (began.inside || before === 'off') return ok({ inside: true, level })
  return refuse(
    `The command began outside the sandbox, and the level of the agent is stricter now (${level}), so it is not restarted. ${ANEW}`,
  )
}
