import type { FoundSkill, ListedSkill } from '../../../shared/skill.ts'
import type { Switches } from '../../../shared/switches.ts'
import type { InstructionFile } from '../ports/project-ports.ts'

/** Largest list for a model, bytes. */
const MAX_INDEX_BYTES = 16_384

/** The path of the event that lists the skills: no absolute path, so that no file has it. */
const INDEX_PATH = 'skills'

/**
 * Decides which of the found skills are listed for models. Of several with one name it is the first; a skill that is
 * switched off or refused does not count. `switches` are by path.
 */
export function listSkills(found: readonly FoundSkill[], switches: Switches): readonly ListedSkill[] {
  const named = { skills: new Map<string, string>(), plugins: new Map<string, string>() }
  let bytes = 0
  return found.map(({ problem, ...skill }): ListedSkill => {
    const { name, path, plugin, isPlugin } = skill
    if (problem !== null) return { ...skill, state: 'refused', reason: problem }
    if (switches[path] === false) return { ...skill, state: 'off', reason: '' }
    // A plugin is found before its skills.
    if (plugin !== undefined && named.plugins.get(plugin.name) !== plugin.path)
      return { ...skill, state: 'refused', reason: `the plugin ${plugin.name} is not used` }
    const sameKind = isPlugin === true ? named.plugins : named.skills
    const other = sameKind.get(name)
    if (other !== undefined)
      return { ...skill, state: 'refused', reason: `${other} has the same name and is preferred` }
    if (isPlugin !== true) bytes += sizeOf(indexLine(skill))
    if (isPlugin !== true && bytes > MAX_INDEX_BYTES) return { ...skill, state: 'refused', reason: LIST_IS_FULL }
    sameKind.set(name, path)
    return { ...skill, state: 'on', reason: '' }
  })
}

const LIST_IS_FULL = `the list of skills would be larger than ${MAX_INDEX_BYTES} bytes: switch others off`

/** Returns the list for a model; null: there is nothing to list. */
export function skillIndex(skills: readonly ListedSkill[], hash: (text: string) => string): InstructionFile | null {
  const text = skills.flatMap((skill) => (isForModels(skill) ? [indexLine(skill)] : [])).join('')
  if (text === '') return null
  const sha256 = hash(text)
  return {
    path: INDEX_PATH,
    origin: 'skills',
    text,
    sha256,
    bytes: sizeOf(text),
    cutBytes: 0,
    importedBy: null,
    notes: [],
  }
}

/** Whether models can load it. */
export function isForModels({ state, isPlugin }: ListedSkill): boolean {
  return state === 'on' && isPlugin !== true
}

/** JSON, so that a description cannot look like the line of another skill. */
function indexLine({ name, description }: Pick<FoundSkill, 'name' | 'description'>): string {
  return `${JSON.stringify({ name, description })}\n`
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length
}
