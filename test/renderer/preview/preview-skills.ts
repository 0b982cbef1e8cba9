import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { ok } from '../../../src/shared/result.ts'
import type { ListedSkill } from '../../../src/shared/skill.ts'

const skill = (name: string, more: Partial<ListedSkill>): ListedSkill => ({
  name,
  description: `Knows about ${name}.`,
  origin: 'project',
  path: `/work/.agents/skills/${name}/SKILL.md`,
  sha256: 'a'.repeat(64),
  bytes: 1_200,
  notes: [],
  state: 'on',
  reason: '',
  ...more,
})

/** The skills of the preview. */
export function previewSkills(note: (name: string, input: unknown) => void) {
  const os = implement(contract)
  const off = new Set<string>()
  const all = [
    skill('release-notes', {}),
    skill('letters', { origin: 'person', path: '/home/me/.agents/skills/letters/SKILL.md' }),
    skill('tools', { isPlugin: true, path: '/work/.agents/plugins/tools/plugin.json', notes: ['unknown keys'] }),
    skill('broken', { description: '', state: 'refused', reason: 'SKILL.md has no description' }),
  ]
  return {
    list: os.skills.list.handler(() => ok(all.map((each) => (off.has(each.path) ? { ...each, state: 'off' } : each)))),
    show: os.skills.show.handler(({ input }) => ok(`The text of ${input.path}`)),
    set: os.skills.set.handler(({ input }) => {
      note('skills.set', input)
      if (input.isOn) off.delete(input.path)
      else off.add(input.path)
      return ok(null)
    }),
  }
}
