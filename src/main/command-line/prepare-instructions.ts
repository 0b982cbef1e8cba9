import { foundLines } from '../../shared/folder-trust.ts'
import type { AgentId } from '../../shared/ids.ts'
import { DONE, type Result } from '../../shared/result.ts'
import { quotedWord } from '../../shared/shell-word.ts'
import { WIDE_FOLDER_TEXT } from '../../shared/tool-access.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'

/** Trusts the agent's folder and switches its instruction files off, as the flags say. */
export async function prepareInstructions(
  engine: Engine,
  agentId: AgentId,
  { trust, instructions }: { readonly trust?: boolean | undefined; readonly instructions: boolean },
): Promise<Result<unknown>> {
  const folder = trust === true ? await engine.agents.folder({ agentId }) : null
  if (folder?.ok === false) return folder
  const trusted =
    folder === null ? DONE : await engine.instructions.trust({ folder: folder.value.folder, trusts: true })
  return trusted.ok && !instructions ? engine.instructions.set({ agentId, isOn: false }) : trusted
}

/** Warns if reading in the agent's folder needs approval, which cannot be given here. */
export async function sayWideFolder(engine: Engine, agentId: AgentId, output: Output): Promise<void> {
  const found = await engine.agents.folder({ agentId })
  const wide = found.ok ? found.value.wideFolder : undefined
  if (wide === undefined) return
  const advice = wide === 'untrusted' ? await trustAdvice(engine, agentId) : ALLOW_READS
  output.error(`${WIDE_FOLDER_TEXT[wide]} ${advice}\n`)
}

/** Names what was found in the project, and how to trust it. */
async function trustAdvice(engine: Engine, agentId: AgentId): Promise<string> {
  const state = await engine.instructions.get({ agentId })
  if (!state.ok) return state.error.message
  const { project, found } = state.value.trust
  const files = found.length === 0 ? '' : `\nFound in ${project}: ${foundLines(found).join(', ')}.`
  return `${files}\nTo trust it: ikigai trust ${quotedWord(project)}, or --trust for this run and later ones.`
}

const ALLOW_READS =
  'Reading there needs approval, which this run cannot ask for. To permit it: --allow file_read, --allow grep or --allow glob.'
