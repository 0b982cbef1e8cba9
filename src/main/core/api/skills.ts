import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'
import { givenFolder } from './given-folder.ts'
import { skillText } from '../instructions/skill-tool.ts'

/** The skills of folders and of the user. */
export function createSkillsApi({ skills, plugins, dependencies }: EngineServices): EngineApi['skills'] {
  const resolve = givenFolder(dependencies)
  return {
    list: async ({ folder }) => {
      const resolved = await resolve(folder)
      return resolved.ok ? skills.list(resolved.value) : resolved
    },
    show: async ({ folder, path }) => {
      const resolved = await resolve(folder)
      if (!resolved.ok) return resolved
      const found = await skills.findByPath(path, resolved.value)
      return mapOk(found, (skill) => (skill.isPlugin === true ? skill.body : skillText(skill)))
    },
    set: async ({ path, isOn }) => {
      const switched = await skills.switch(path, isOn)
      await plugins.refresh()
      return switched
    },
  }
}
