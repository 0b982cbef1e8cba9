import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { PromptTemplate } from '../../../src/shared/prompt-template.ts'
import { ok } from '../../../src/shared/result.ts'
import { previewSkills } from './preview-skills.ts'

/** What the folders of the preview contain for agents. */
export function previewFolderFiles(note: (name: string, input: unknown) => void) {
  return { instructions: previewInstructions(note), skills: previewSkills(note), templates: previewTemplates(note) }
}

/** A template `/tidy [file]` of the project. */
function previewTemplates(note: (name: string, input: unknown) => unknown) {
  const os = implement(contract)
  const path = '/work/.claude/commands/tidy.md'
  const tidy: PromptTemplate = {
    name: 'tidy',
    description: 'Tidies a file.',
    hint: '[file]',
    origin: 'project',
    path,
    problem: null,
  }
  return {
    list: os.templates.list.handler(() => ok([tidy])),
    expand: os.templates.expand.handler(({ input }) => {
      note('templates.expand', input)
      const [, args] = /^\/tidy(.*)$/u.exec(input.text) ?? []
      return ok(args === undefined ? null : `Tidy this file:${args}\n/kill is only a word here.`)
    }),
  }
}

/** A project that is trusted. Nothing is stored. */
function previewInstructions(note: (name: string, input: unknown) => unknown) {
  const os = implement(contract)
  let isOn = true
  return {
    get: os.instructions.get.handler(() => {
      return ok({ isOn, trust: { project: '/work', state: 'trusted', found: [] } })
    }),
    set: os.instructions.set.handler(({ input }) => {
      note('instructions.set', input)
      isOn = input.isOn
      return ok(null)
    }),
    trusted: os.instructions.trusted.handler(() => ok({})),
    trust: os.instructions.trust.handler(({ input }) => {
      note('instructions.trust', input)
      return ok(input.folder)
    }),
  }
}
