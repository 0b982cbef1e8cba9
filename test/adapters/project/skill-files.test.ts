import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readFrontMatter } from '../../../src/main/adapters/project/front-matter.ts'
import { createProjectFiles } from '../../../src/main/adapters/project/project-files.ts'
import { parseSkill } from '../../../src/main/adapters/project/skill-files.ts'
import type { ProjectFiles, SkillFile } from '../../../src/main/core/ports/project-ports.ts'

let directory: string
let project: string
let files: ProjectFiles

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-skills-')))
  project = join(directory, 'home', 'shop')
  await write('home/shop/.git/HEAD', '')
  files = createProjectFiles({ homeDirectory: join(directory, 'home'), configDirectory: join(directory, 'config') })
})

afterEach(() => rm(directory, { recursive: true, force: true }))

async function write(path: string, text: string | Uint8Array): Promise<string> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const text = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\nDo it.${more}\n`
const skill = (folder: string, name: string): Promise<string> => write(`${folder}/${name}/SKILL.md`, text(name))

async function read(folder = project): Promise<readonly SkillFile[]> {
  return files.skills(await files.projectOf(folder), folder)
}

const summary = (found: readonly SkillFile[]) => found.map(({ name, origin, problem }) => [name, origin, problem])

describe('the places of skills', () => {
  it('are the folders of the project, the nearest first, then those of the user', async () => {
    await skill('config/skills', 'configured')
    await skill('home/.claude/skills', 'own-claude')
    await skill('home/.agents/skills', 'own')
    await skill('home/shop/.claude/skills', 'claude')
    await skill('home/shop/.agents/skills', 'top')
    await skill('home/shop/deep/.agents/skills', 'near')
    await skill('home/shop/deep/er/.agents/skills', 'below')
    expect(summary(await read(join(project, 'deep')))).toEqual([
      ['near', 'project', null],
      ['top', 'project', null],
      ['claude', 'project', null],
      ['configured', 'person', null],
      ['own', 'person', null],
      ['own-claude', 'person', null],
    ])
    expect(summary(await files.skills(null, project)).map(([name]) => name)).toEqual([
      'configured',
      'own',
      'own-claude',
    ])
    const found = await files.found(await files.projectOf(project), project)
    expect(found.map(({ path }) => path)).toEqual(['.agents/skills/top/SKILL.md', '.claude/skills/claude/SKILL.md'])
  })

  it('count a file once that two of them lead to', async () => {
    await skill('home/shop/.agents/skills', 'one')
    await mkdir(join(project, '.claude'))
    await symlink(join('..', '.agents', 'skills'), join(project, '.claude', 'skills'))
    expect(summary(await read())).toEqual([['one', 'project', null]])
  })
})

describe('what is not read', () => {
  it('is what leads out of the project', async () => {
    const secret = await write('home/secret/SKILL.md', text('secret'))
    const place = join(project, '.agents', 'skills')
    await mkdir(join(place, 'file'), { recursive: true })
    await symlink(secret, join(place, 'file', 'SKILL.md'))
    await symlink(dirname(secret), join(place, 'folder'))
    await mkdir(join(project, '.claude'))
    await symlink(dirname(dirname(secret)), join(project, '.claude', 'skills'))
    expect(summary(await read())).toEqual([
      ['file', 'project', 'SKILL.md leads out of the folder'],
      ['folder', 'project', 'SKILL.md leads out of the folder'],
    ])
    expect(JSON.stringify(await read())).not.toContain('About secret')
  })

  it('is what the user’s skill links to outside of its own folder; the folder may be a link', async () => {
    const linked = await skill('home/dotfiles', 'linked')
    const place = join(directory, 'home', '.agents', 'skills')
    await mkdir(join(place, 'out'), { recursive: true })
    await symlink(dirname(linked), join(place, 'linked'))
    await symlink(linked, join(place, 'out', 'SKILL.md'))
    expect(summary(await read())).toEqual([
      ['linked', 'person', null],
      ['out', 'person', 'SKILL.md leads out of the folder'],
    ])
  })

  it('is a pipe, a folder, a huge file, or bytes that are no text', async () => {
    const place = 'home/shop/.agents/skills'
    await mkdir(join(directory, place, 'folder', 'SKILL.md'), { recursive: true })
    await mkdir(join(directory, place, 'pipe'))
    execFileSync('mkfifo', [join(directory, place, 'pipe', 'SKILL.md')])
    await write(`${place}/huge/SKILL.md`, text('huge', 'x'.repeat(200_000)))
    await write(`${place}/bytes/SKILL.md`, Uint8Array.of(0xff, 0xfe, 0x00))
    expect(summary(await read()).map(([, , problem]) => problem)).toEqual([
      'SKILL.md is not valid UTF-8',
      'SKILL.md is not a regular file',
      'SKILL.md is larger than 131072 bytes',
      'SKILL.md is not a regular file',
    ])
  })

  it('is more than 100 skills of one folder', async () => {
    for (let count = 0; count < 105; count++) await skill('home/shop/.agents/skills', `skill-${1_000 + count}`)
    const found = await read()
    expect(found).toHaveLength(101)
    expect(found.at(-2)?.name).toBe('skill-1099')
    expect(found.at(-1)).toMatchObject({
      path: join(project, '.agents', 'skills'),
      problem: 'has 105 files: only the first 100 by name are used',
    })
  })
})

it('names the files beside a SKILL.md, without those behind links', async () => {
  const path = await skill('home/shop/.agents/skills', 'pdf')
  await write('home/shop/.agents/skills/pdf/scripts/fill.py', '')
  await write('home/secret/key', '')
  await symlink(join(directory, 'home', 'secret'), join(dirname(path), 'secret'))
  expect(await files.filesBeside(path)).toEqual(['scripts/fill.py'])
})

describe('the front matter of a skill', () => {
  const refused = (front: string, folder = 'pdf') => parseSkill(`---\n${front}\n---\nBody`, folder).problem

  it('gives name and description; the rest is the body', () => {
    expect(
      parseSkill('---\r\nname: pdf\r\ndescription: |\r\n  Reads PDF\r\nlicense: MIT\r\n---\r\n\r\nBody\r\n', 'pdf'),
    ).toEqual({
      name: 'pdf',
      description: 'Reads PDF',
      notes: [],
      problem: null,
      body: 'Body',
    })
    expect(parseSkill('---\ndescription: Use when: always\nname: pdf\n---\n', 'pdf')).toMatchObject({
      description: 'Use when: always',
      problem: null,
    })
  })

  it('that differs from the specification is used, with a note', () => {
    expect(parseSkill(text('other'), 'pdf')).toMatchObject({
      name: 'other',
      notes: [expect.stringContaining('differs')],
    })
    for (const name of ['..', '../x', 'a/b', 'A B', 'x--y', '-x', 'x'.repeat(65), '"\\e[31m"', '[x]', '2'])
      expect([name, parseSkill(text(name), 'pdf').name]).toEqual([name, 'pdf'])
    const long = parseSkill(`---\nname: pdf\ndescription: ${'x'.repeat(2_000)}\n---\n`, 'pdf')
    expect([long.description.length, long.notes]).toEqual([1_024, [expect.stringContaining('cut')]])
    const split = parseSkill(`---\nname: pdf\ndescription: x${'😀'.repeat(600)}\n---\n`, 'pdf')
    expect([split.description.length, split.description.isWellFormed()]).toEqual([1_023, true])
  })

  it('that cannot be used is refused with the reason', () => {
    expect(parseSkill('Just text', 'pdf').problem).toBe('SKILL.md has no description')
    expect(parseSkill('---\nname: pdf\n', 'pdf').problem).toBe('SKILL.md has front matter without an end')
    expect(refused('name: pdf')).toBe('SKILL.md has no description')
    expect(refused('name: pdf\ndescription: [a]')).toBe('SKILL.md has no description')
    expect(refused('- a\n- b')).toBe('SKILL.md has front matter that is not valid YAML')
    expect(refused('a: "b')).toBe('SKILL.md has front matter that is not valid YAML')
    expect(refused('description: x', '..')).toContain('valid')
    expect(refused('description: x', '\u{1b}[31m')).toContain('valid')
  })

  it('cannot use up memory or time', () => {
    const bomb = [
      'a0: &a0 [x,x]',
      ...Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at},*a${at}]`),
    ]
    expect(refused(`${bomb.join('\n')}\ndescription: x`)).toBe('SKILL.md has front matter that is not valid YAML')
    expect(refused(`a: ${'['.repeat(10_000)}`)).toBe('SKILL.md has front matter that is not valid YAML')
    expect(refused(`a: ${'x'.repeat(20_000)}`)).toBe('SKILL.md has too much front matter')
    const front = readFrontMatter('---\n__proto__: {polluted: yes}\ndescription: x\n---\n')
    expect(front.ok && front.fields.get('description')).toBe('x')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
