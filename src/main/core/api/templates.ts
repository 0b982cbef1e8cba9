import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'
import { givenFolder } from './given-folder.ts'

/** The prompt templates of folders and of the user. */
export function createTemplatesApi({ templates, dependencies }: EngineServices): EngineApi['templates'] {
  const resolve = givenFolder(dependencies)
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
