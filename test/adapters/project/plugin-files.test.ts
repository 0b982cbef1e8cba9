import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { parsePluginServers } from '../../../src/main/adapters/project/plugin-servers.ts'
import { parseManifest } from '../../../src/main/adapters/project/plugin-files.ts'
import { createProjectFiles } from '../../../src/main/adapters/project/project-files.ts'
import { listSkills, skillIndex } from '../../../src/main/core/instructions/skill-list.ts'
import type { ProjectFiles, SkillFile } from '../../../src/main/core/ports/project-ports.ts'

const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'
const PLACE = 'home/shop/.agents/plugins'

let directory: string
let project: string
let files: ProjectFiles

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-plugins-')))
  project = join(directory, 'home', 'shop')
  await write('home/shop/.git/HEAD', '')
  files = createProjectFiles({ homeDirectory: join(directory, 'home'), configDirectory: join(directory, 'config') })
})

afterEach(() => rm(directory, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<string> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const manifest = (more: object = {}): string => JSON.stringify({ $schema: SCHEMA, name: 'tools', ...more })
const skill = (name: string): string => `---\nname: ${name}\ndescription: About ${name}.\n---\nDo it.\n`

async function read(): Promise<readonly SkillFile[]> {
  return files.skills(await files.projectOf(project), project)
}

const summary = (found: readonly SkillFile[]) => found.map(({ name, origin, problem }) => [name, origin, problem])

describe('plugins', () => {
  it('are found in the project and with the user, each with its skills behind all others', async () => {
    await write(`${PLACE}/tools/plugin.json`, manifest({ version: '1.2.0', description: 'All\ntools' }))
    await write(`${PLACE}/tools/skills/pdf/SKILL.md`, skill('pdf'))
    await write(`${PLACE}/tools/skills/deep/er/SKILL.md`, skill('er'))
    await write(`${PLACE}/tools/mcp.json`, '{"mcpServers":{"x":{"type":"stdio","command":"./x"}}}')
    await write('home/.agents/plugins/mine/plugin.json', manifest({ name: 'mine.own' }))
    await write('home/shop/.agents/skills/pdf/SKILL.md', skill('pdf'))
    const found = await read()
    expect(summary(found)).toEqual([
      ['pdf', 'project', null],
      ['tools', 'project', null],
      ['pdf', 'project', null],
      ['mine.own', 'person', null],
    ])
    const plugin = found[1]
    expect(plugin).toMatchObject({
      isPlugin: true,
      description: 'version 1.2.0: All\ntools',
      notes: ['mcp.json is not valid: its tool servers are not used'],
    })
    expect(plugin?.body).toContain('"command":"./x"')
    const listed = await files.found(await files.projectOf(project), project)
    expect(listed.map(({ path }) => path)).toEqual([
      '.agents/skills/pdf/SKILL.md',
      '.agents/plugins/tools/plugin.json',
      '.agents/plugins/tools/mcp.json',
      '.agents/plugins/tools/skills/pdf/SKILL.md',
    ])
    expect((await files.skills(null, project)).map(({ name }) => name)).toEqual(['mine.own'])
  })

  it('are switched with their skills, and are not in the list for models', async () => {
    const first = await write(`${PLACE}/a/plugin.json`, manifest())
    await write(`${PLACE}/a/skills/pdf/SKILL.md`, skill('pdf'))
    await write(`${PLACE}/b/plugin.json`, manifest())
    await write(`${PLACE}/b/skills/doc/SKILL.md`, skill('doc'))
    const found = await read()
    const states = (off: Readonly<Record<string, boolean>>) =>
      listSkills(found, off).map(({ name, state, reason }) => [name, state, reason])
    expect(states({})).toEqual([
      ['tools', 'on', ''],
      ['pdf', 'on', ''],
      ['tools', 'refused', `${first} has the same name and is preferred`],
      ['doc', 'refused', 'the plugin tools is not used'],
    ])
    expect(skillIndex(listSkills(found, {}), () => 'hash')?.text).toBe('{"name":"pdf","description":"About pdf."}\n')
    expect(states({ [first]: false })).toEqual([
      ['tools', 'off', ''],
      ['pdf', 'refused', 'the plugin tools is not used'],
      ['tools', 'on', ''],
      ['doc', 'on', ''],
    ])
  })

  it('keep all their files inside their own folder, and a project keeps its plugins inside itself', async () => {
    await write('home/secret/plugin.json', manifest({ description: 'Secret' }))
    await write('home/secret/skills/key/SKILL.md', skill('key'))
    await mkdir(join(directory, PLACE), { recursive: true })
    await symlink(join(directory, 'home', 'secret'), join(directory, PLACE, 'out'))
    await write('home/shop/other/SKILL.md', skill('other'))
    await write(`${PLACE}/own/plugin.json`, manifest({ name: 'own' }))
    await mkdir(join(directory, PLACE, 'own', 'skills'))
    await symlink(join(project, 'other'), join(directory, PLACE, 'own', 'skills', 'other'))
    await mkdir(join(directory, PLACE, 'file'))
    await symlink(join(directory, PLACE, 'own', 'plugin.json'), join(directory, PLACE, 'file', 'plugin.json'))
    await mkdir(join(directory, PLACE, 'folder'))
    await write(`${PLACE}/folder/plugin.json`, manifest({ name: 'folder' }))
    await symlink(join(project, 'other'), join(directory, PLACE, 'folder', 'skills'))
    await symlink(join(project, 'other', 'SKILL.md'), join(directory, PLACE, 'folder', 'mcp.json'))
    expect(summary(await read())).toEqual([
      ['file', 'project', 'plugin.json leads out of the plugin'],
      ['folder', 'project', null],
      ['out', 'project', 'plugin.json leads out of the folder'],
      ['own', 'project', null],
      ['other', 'project', 'SKILL.md leads out of the folder'],
    ])
    expect(JSON.stringify(await read())).not.toContain('About')
  })

  it('are refused with a file that is too large, and their skills are not read', async () => {
    await write(`${PLACE}/huge/plugin.json`, manifest({ description: 'x'.repeat(70_000) }))
    await write(`${PLACE}/huge/skills/pdf/SKILL.md`, skill('pdf'))
    expect(summary(await read())).toEqual([['huge', 'project', 'plugin.json is larger than 65536 bytes']])
  })
})

describe('plugin.json', () => {
  const problemOf = (text: string) => {
    const parsed = parseManifest(text)
    return parsed.ok ? null : parsed.problem
  }

  it('with unknown keys is used, with a note', () => {
    const text = manifest({ hooks: './x', author: { name: 'A', more: 1 }, extensions: { 'com.example': {} } })
    expect(parseManifest(text)).toEqual({
      ok: true,
      name: 'tools',
      description: '',
      notes: ['plugin.json has unknown keys, which are ignored'],
    })
    expect(parseManifest('{"$schema":"' + SCHEMA + '","name":"a","__proto__":{"x":1}}')).toMatchObject({ name: 'a' })
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('with any other fault is refused', () => {
    expect(problemOf('{')).toBe('is not valid JSON')
    expect(problemOf('[]')).toContain('is not valid')
    expect(problemOf(JSON.stringify({ name: 'a' }))).toContain('is not valid, $schema')
    expect(problemOf(manifest({ $schema: `${SCHEMA}#` }))).toContain('is not valid, $schema')
    for (const name of ['', '..', '../x', 'a/b', 'A', 'a--b', 'a..b', '-a', 'x'.repeat(65), '\u{1b}[31m', 1])
      expect([name, problemOf(manifest({ name }))]).toEqual([name, expect.stringContaining('is not valid, name')])
    expect(problemOf(manifest({ version: 1 }))).toContain('is not valid, version')
    expect(problemOf(manifest({ keywords: 'x' }))).toContain('is not valid, keywords')
    expect(problemOf('['.repeat(60_000))).toBe('is not valid JSON')
  })
})

describe('mcp.json', () => {
  const parse = (mcpServers: object) =>
    parsePluginServers(
      JSON.stringify({ $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json', mcpServers }),
    )
  const local = { type: 'stdio', command: './bin/serve' }

  it('names programs of the plugin and of the system', () => {
    const full = {
      type: 'stdio',
      command: 'node',
      args: ['${PLUGIN_ROOT}/a.js'],
      env: { A: '1' },
      cwd: '${PLUGIN_DATA}',
    }
    expect(parse({ full, local })).toEqual({
      servers: [
        { name: 'full', command: 'node', args: full.args, env: { A: '1' }, cwd: '${PLUGIN_DATA}' },
        { name: 'local', command: './bin/serve', args: [], env: {}, cwd: './' },
      ],
      notes: [],
    })
  })

  it.each([
    ['an absolute program', { ...local, command: '/bin/sh' }],
    ['a program of a folder above', { ...local, command: '../serve' }],
    ['a program with arguments', { ...local, command: 'sh -c' }],
    ['a program that reads as an option', { ...local, command: '-c' }],
    ['a variable in the program', { ...local, command: '${PLUGIN_ROOT}/serve' }],
    ['a name of a variable that is none', { ...local, env: { 'A=B': '1' } }],
    ['an absolute folder', { ...local, cwd: '/' }],
    ['another type', { ...local, type: 'process' }],
    ['an address', { type: 'streamable-http', url: 'https://example.com' }],
  ])('leaves out %s, and no other', (_, entry) => {
    const { servers, notes } = parse({ entry, local })
    expect([servers.map(({ name }) => name), notes.length]).toEqual([['local'], 1])
  })

  it('leaves out names that cannot be part of the name of a tool', () => {
    expect(parse({ 'a/b': local, '': local }).servers).toEqual([])
  })
})
