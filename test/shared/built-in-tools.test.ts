import { expect, it } from 'vitest'

import { SlashTool } from '../../src/main/core/commands/slash-tool.ts'
import { skillTool } from '../../src/main/core/instructions/skill-tool.ts'
import { askTool } from '../../src/main/core/tools/ask-tool.ts'
import { callToolTool, findToolsTool } from '../../src/main/core/tools/search-tools.ts'
import { BUILT_IN_TOOLS, toolsThatChange } from '../../src/shared/built-in-tools.ts'
import { BUILT_IN_PROFILES } from '../../src/shared/profile.ts'
import { unconfinedTools } from '../support/tool-options.ts'
import { untyped } from '../support/untyped.ts'

const nowhere = () => Promise.resolve({ ok: true as const, value: '/nonexistent' })

it('has a row for each tool under the name that models are given, and no other', () => {
  const facts = { folderOf: nowhere, rootOf: () => 'a', seenVersions: () => Promise.resolve(new Set<string>()) }
  const tools = [
    ...unconfinedTools(untyped(facts), { environment: {}, maxOutputSize: 1, outputDirectory: '/nonexistent' }),
    askTool(untyped({})),
    skillTool(untyped({}), untyped({}), nowhere),
    new SlashTool(untyped({})),
    findToolsTool(() => [], untyped({}), untyped({})),
    callToolTool(),
  ]
  expect(tools.map(({ definition }) => definition.name).toSorted()).toEqual(Object.keys(BUILT_IN_TOOLS).toSorted())
})

it('gives profiles that only read what changes nothing', () => {
  expect(BUILT_IN_PROFILES['read-only']?.tools).toEqual([
    'ask',
    'file_read',
    'glob',
    'grep',
    'skill',
    'slash',
    'web_fetch',
  ])
  expect(toolsThatChange('files')).toEqual(['file_edit', 'file_write'])
})
