import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { createProjectFiles } from '../../../src/main/adapters/project/project-files.ts'
import { parseTemplate } from '../../../src/main/adapters/project/template-files.ts'
import type { ProjectFiles, TemplateFile } from '../../../src/main/core/ports/project-ports.ts'

let directory: string
let project: string
let files: ProjectFiles

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-templates-')))
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

async function read(folder = project): Promise<readonly TemplateFile[]> {
  return files.templates(await files.projectOf(folder), folder)
}

const summary = (found: readonly TemplateFile[]) => found.map(({ name, origin, problem }) => [name, origin, problem])

it('templates are in the folders of the project, the nearest first, then in those of the user', async () => {
  for (const path of ['config/commands/configured', 'home/.claude/commands/own-claude', 'home/.agents/commands/own'])
    await write(`${path}.md`, 'Do it.')
  await write('home/shop/.claude/commands/Claude.md', 'Do it.')
  await write('home/shop/.claude/commands/notes.txt', 'Do it.')
  await write('home/shop/.claude/commands/deep/below.md', 'Do it.')
  await write('home/shop/deep/.agents/commands/near.md', 'Do it.')
  expect(summary(await read(join(project, 'deep')))).toEqual([
    ['near', 'project', null],
    ['claude', 'project', null],
    ['configured', 'person', null],
    ['own', 'person', null],
    ['own-claude', 'person', null],
  ])
  expect((await files.templates(null, project)).map(({ name }) => name)).toEqual(['configured', 'own', 'own-claude'])
  const found = await files.found(await files.projectOf(project), project)
  expect(found.map(({ path }) => path)).toEqual(['.claude/commands/Claude.md'])
})

it('what leads out of the project is not read; the user may use links', async () => {
  const secret = await write('home/secret/out.md', 'Secret.')
  const place = join(project, '.agents', 'commands')
  await mkdir(place, { recursive: true })
  await symlink(secret, join(place, 'out.md'))
  await mkdir(join(project, '.claude'))
  await symlink(dirname(secret), join(project, '.claude', 'commands'))
  expect(summary(await read())).toEqual([['out', 'project', 'the file leads out of the folder']])
  expect(JSON.stringify(await read())).not.toContain('Secret.')
  await mkdir(join(directory, 'config', 'commands'), { recursive: true })
  await symlink(secret, join(directory, 'config', 'commands', 'mine.md'))
  expect((await read()).at(-1)).toMatchObject({ name: 'mine', body: 'Secret.' })
})

it('a pipe, a huge file, bytes that are no text, odd names and too many files are refused with the reason', async () => {
  const place = 'home/shop/.agents/commands'
  await mkdir(join(directory, place), { recursive: true })
  execFileSync('mkfifo', [join(directory, place, 'pipe.md')])
  await symlink('pipe.md', join(directory, place, 'a-pipe.md'))
  await write(`${place}/b-huge.md`, 'x'.repeat(70_000))
  await write(`${place}/c-bytes.md`, Uint8Array.of(0xff, 0xfe, 0x00))
  await write(`${place}/d\u{1b}[31m.md`, 'Do it.')
  await write(`${place}/e-empty.md`, '---\ndescription: x\n---\n\n')
  expect((await read()).map(({ problem }) => problem)).toEqual([
    'the file is not a regular file',
    'the file is larger than 65536 bytes',
    'the file is not valid UTF-8',
    expect.stringContaining('its name is not valid'),
    'the file has no text',
  ])
  for (let count = 0; count < 100; count++) await write(`${place}/x${100 + count}.md`, 'Do it.')
  expect((await read()).at(-1)).toMatchObject({ problem: 'has 105 files: only the first 100 by name are used' })
})

it('the description is that of the file or its first line; nothing else in the front matter counts', () => {
  const front = '---\ndescription: Reviews: all\nargument-hint: [file] [depth]\nmodel: x\nallowed-tools: Bash(*)\n---\n'
  expect(parseTemplate(`${front}\nReview $1.\n!\`date\`\n`, 'review')).toEqual({
    name: 'review',
    description: 'Reviews: all',
    hint: '[file] [depth]',
    body: 'Review $1.\n!`date`',
    problem: null,
  })
  expect(parseTemplate('---\nargument-hint: [file]\n---\n\n Review \t it.\nNow.', 'review')).toMatchObject({
    description: 'Review it.',
    hint: '[file]',
  })
  const long = parseTemplate(`x${'😀'.repeat(300)}`, 'long')
  expect([long.description.length, long.description.isWellFormed()]).toEqual([199, true])
  expect(parseTemplate('---\na: &a [*a]\n---\nx', 'bomb').problem).toBe(
    'the file has front matter that is not valid YAML',
  )
})
