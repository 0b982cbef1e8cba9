import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { skillText } from '../instructions/skill-tool.ts'

/** Instruction files and trust in folders. */
export function createInstructionsApi(services: EngineWiring): EngineApi['instructions'] {
  const { instructions, plugins, trusts, folders, registry, resolveFolder } = services
  return {
    get: async ({ agentId }) => {
      if (registry.tree.get(agentId) === undefined) return refuse(`No agent: ${agentId}`)
      const isOn = await instructions.isOn(agentId)
      if (!isOn.ok) return isOn
      const folder = await folders.folderOf(agentId)
      if (!folder.ok) return folder
      const trust = await trusts.trustOf(folder.value.folder)
      if (!trust.ok) return trust
      const { project, state, found } = trust.value
      return ok({ isOn: isOn.value, trust: { project, state, found } })
    },
    set: async ({ agentId, isOn }) => {
      if (registry.tree.get(agentId) === undefined) return refuse(`No agent: ${agentId}`)
      const switched = await instructions.switch(agentId, isOn)
      await plugins.refresh()
      return switched
    },
    trusted: () => trusts.all(),
    trust: async ({ folder, trusts: decision }) => {
      const resolved = await resolveFolder(folder)
      // The decision about a folder that no longer exists can still be removed.
      if (!resolved.ok && decision !== null) return resolved
      const decided = await instructions.decide(resolved.ok ? resolved.value : folder, decision)
      await plugins.refresh()
      return decided
    },
  }
}

/** The skills of folders and of the user. */
export function createSkillsApi(services: EngineWiring): EngineApi['skills'] {
  const { skills, plugins } = services
  const resolve = givenFolder(services)
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

/** The prompt templates of folders and of the user. */
export function createTemplatesApi(services: EngineWiring): EngineApi['templates'] {
  const { templates } = services
  const resolve = givenFolder(services)
  return {
    list: async ({ folder }) => {
      const resolved = await resolve(folder)
      return resolved.ok ? templates.list(resolved.value) : resolved
    },
    expand: async ({ folder, text }) => {
      const resolved = await resolve(folder)
      return resolved.ok ? templates.expand(resolved.value, text) : resolved
    },
  }
}

/**
 * Returns a function that resolves the folder of a request; null: the folder in which new agents work. That one is
 * created when an agent first works there, and until then nothing in it is found.
 */
function givenFolder({ resolveFolder, workspace }: EngineWiring): (folder: string | null) => Promise<Result<string>> {
  return async (folder) => (folder === null || folder === workspace ? ok(workspace) : resolveFolder(folder))
}
