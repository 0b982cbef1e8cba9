import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { ok } from '../../../src/shared/result.ts'
import { previewSkills } from './preview-skills.ts'

/** What the folders of the preview contain for agents. */
export function previewFolderFiles(note: (name: string, input: unknown) => void) {
  return { instructions: previewInstructions(note), skills: previewSkills(note) }
}

/** A project that is trusted. Nothing is stored. */
function previewInstructions(note: (name: string, input: unknown) => unknown) {
  const os = implement(contract)
  return {
    get: os.instructions.get.handler(() => {
      return ok({ isOn: true, trust: { project: '/work', state: 'trusted', found: [] } })
    }),
    set: os.instructions.set.handler(({ input }) => {
      note('instructions.set', input)
      return ok(null)
    }),
    trusted: os.instructions.trusted.handler(() => ok({})),
    trust: os.instructions.trust.handler(({ input }) => {
      note('instructions.trust', input)
      return ok(input.folder)
    }),
  }
}
