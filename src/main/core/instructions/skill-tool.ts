import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { type LoadedSkill, SKILL_TOOL } from '../../../shared/skill.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import { hasSkills } from '../context/tools-for-context.ts'
import type { FolderOf, PreparedCall, PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
import { hashMark, sourceText } from '../transcript/instruction-text.ts'
import type { Skills, UsableSkill } from './skills.ts'

const PARAMETERS: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string', description: 'The name of the skill, as listed.' } },
  required: ['name'],
}

/** The tool with which a model loads a skill. It gives the text; files beside it are read with other tools. */
export function skillTool(skills: Skills, contexts: AgentContexts, folderOf: FolderOf): Tool {
  const prepared = async (name: string, site: ToolCallSite): Promise<PrepareResult> => {
    const [folder, context] = await Promise.all([folderOf(site.agentId), contexts.contextOf(site.agentId)])
    if (!folder.ok) return { ok: false, message: folder.error.message }
    if (!context.ok) return { ok: false, message: context.error.message }
    const { items } = context.value
    if (!hasSkills(items)) return { ok: false, message: 'No skills are available.' }
    const found = await skills.find(name, folder.value)
    if (!found.ok) return { ok: false, message: found.error.message }
    const run: PreparedCall['run'] = async () => outcomeOf(found.value, items)
    return { ok: true, call: { subject: name, access: 'context', paths: [], isInFolder: true, run } }
  }
  return {
    definition: {
      name: SKILL_TOOL,
      description:
        'Loads a skill from the list of skills: instructions for a kind of task. Load it before you begin such a task.',
      parameters: PARAMETERS,
    },
    prepare: async ({ name }, site) =>
      typeof name === 'string' && name !== ''
        ? prepared(name, site)
        : { ok: false, message: 'name: must be the name of a skill.' },
  }
}

function outcomeOf(found: UsableSkill, items: readonly AgentEvent[]): ToolOutcome {
  const { name, path, origin, sha256, bytes } = found
  const skill: LoadedSkill = { name, path, origin, sha256, bytes }
  return isLoaded(skill, items)
    ? { content: `The skill ${name} is in this conversation already and has not changed.`, isError: false }
    : { content: skillText(found), isError: false, skill }
}

/** Whether a result in the context has the same bytes of that file. */
function isLoaded({ path, sha256 }: LoadedSkill, items: readonly AgentEvent[]): boolean {
  return items.some((event) => {
    const loaded = event.kind === 'tool_result' ? event.data.skill : undefined
    return loaded?.path === path && loaded.sha256 === sha256
  })
}

/** Returns what a model is shown of a skill. */
export function skillText({ name, path, origin, sha256, body, files }: UsableSkill): string {
  const mark = hashMark(sha256)
  const names = files.map((file) => JSON.stringify(file)).join(', ')
  const beside = files.length === 0 ? '' : ` Paths in it are relative to its folder, which contains: ${names}.`
  return `[Skill ${name} begins (${mark}), from ${sourceText(origin, path)}.${beside}]\n${body}\n[Skill ${name} ends (${mark}).]`
}
