import { expect, it } from 'vitest'

import { FolderTrusts } from '../../../src/main/core/instructions/folder-trust.ts'
import { Skills } from '../../../src/main/core/instructions/skills.ts'
import type { ProjectFiles, SkillFile } from '../../../src/main/core/ports/project-ports.ts'
import { memorySettings } from '../../support/memory-settings.ts'
import { valueOf } from '../../support/drive-agent.ts'

const plugin = (folder: string): SkillFile => {
  const path = `${folder}/.agents/plugins/tools/plugin.json`
  const own = { command: 'node', args: [], env: {}, cwd: './', sha256: '', name: 'main' }
  return {
    name: 'tools',
    description: '',
    origin: 'project',
    path,
    sha256: '',
    bytes: 0,
    notes: [],
    body: '',
    problem: null,
    isPlugin: true,
    servers: [{ ...own, transport: 'plugin', plugin: { name: 'tools', path } }],
  }
}

/** A project at /shop, with a worktree at /tree. */
function makeSkills(): { readonly skills: Skills; readonly trusts: FolderTrusts } {
  const settings = memorySettings()
  const projectFiles: ProjectFiles = {
    projectOf: async (folder) => ({ path: folder, trustedAs: '/shop' }),
    found: async () => [{ path: '.agents/plugins/tools/plugin.json', bytes: 1 }],
    skills: async (project, folder) => (project === null ? [] : [plugin(folder)]),
    instructions: async () => [],
    personInstructions: async () => [],
    templates: async () => [],
    filesBeside: async () => [],
    hash: (text) => text,
  }
  const trusts = new FolderTrusts(settings, projectFiles)
  return { skills: new Skills(settings, projectFiles, trusts), trusts }
}

it('servers are those of plugins that are on, in a trusted project', async () => {
  const { skills, trusts } = makeSkills()
  const count = async (folder: string) => valueOf(await skills.servers(folder)).length
  expect(await count('/shop')).toBe(0)
  valueOf(await trusts.decide('/shop', true))
  expect([await count('/shop'), await count('/tree')]).toEqual([1, 1])
  valueOf(await skills.switch(plugin('/shop').path, false))
  expect([await count('/shop'), await count('/tree')]).toEqual([0, 0])
  valueOf(await skills.switch(plugin('/tree').path, false))
  valueOf(await skills.switch(plugin('/shop').path, true))
  expect([await count('/shop'), await count('/tree')]).toEqual([1, 0])
})
