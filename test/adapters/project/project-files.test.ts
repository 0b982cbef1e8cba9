import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createProjectFiles } from '../../../src/main/adapters/project/project-files.ts'
import type { InstructionFile, ProjectFiles } from '../../../src/main/core/ports/project-ports.ts'

let directory: string
let project: string
let files: ProjectFiles

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-project-')))
  project = join(directory, 'home', 'code', 'shop')
  await write('home/code/shop/.git/HEAD', 'ref: refs/heads/main\n')
  files = createProjectFiles({ homeDirectory: join(directory, 'home'), configDirectory: join(directory, 'config') })
})

afterEach(() => rm(directory, { recursive: true, force: true }))

async function write(path: string, text: string | Uint8Array): Promise<string> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const inProject = (path: string, text: string | Uint8Array) => write(`home/code/shop/${path}`, text)

async function read(folder = project): Promise<readonly InstructionFile[]> {
  return files.instructions(await files.projectOf(folder), folder)
}

const texts = (found: readonly InstructionFile[]): readonly string[] => found.map(({ text }) => text)

describe('a project', () => {
  it('is the nearest folder with .git, else the folder, and never the home directory', async () => {
    await inProject('deep/er/file', '')
    expect(await files.projectOf(join(project, 'deep', 'er'))).toEqual({ path: project, trustedAs: project })
    await write('home/.git/HEAD', '')
    const other = dirname(await write('home/other/file', ''))
    expect((await files.projectOf(other)).path).toBe(other)
    expect((await files.projectOf(join(directory, 'home'))).path).toBe(join(directory, 'home'))
  })

  it('is known by its real path', async () => {
    await symlink(project, join(directory, 'link'))
    expect((await files.projectOf(join(directory, 'link'))).path).toBe(project)
  })

  it('of a worktree is that of the main working tree, if the repository lists the worktree', async () => {
    const main = join(directory, 'main')
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'pipe' })
    await mkdir(main)
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '-q', '--detach', join(directory, 'tree'))
    const tree = join(directory, 'tree')
    expect(await files.projectOf(tree)).toEqual({ path: tree, trustedAs: main })
    // A copy of the pointer in another folder claims the same, and is not listed.
    const forged = dirname(await write('forged/.git', `gitdir: ${join(main, '.git', 'worktrees', 'tree')}\n`))
    expect(await files.projectOf(forged)).toEqual({ path: forged, trustedAs: forged })
    // So does a folder with a repository directory of its own that names the other as the common one.
    const own = join(forged, 'worktrees', 'tree')
    await write('forged/worktrees/tree/gitdir', `${join(forged, '.git')}\n`)
    await write('forged/worktrees/tree/commondir', `${join(main, '.git')}\n`)
    await write('forged/.git', `gitdir: ${own}\n`)
    expect(await files.projectOf(forged)).toEqual({ path: forged, trustedAs: forged })
    await rename(tree, join(directory, 'moved'))
    const moved = join(directory, 'moved')
    expect(await files.projectOf(moved)).toEqual({ path: moved, trustedAs: moved })
  })
})

describe('instruction files', () => {
  it('are one of each folder from the project down, and the local one, and none from above or below', async () => {
    await write('home/code/AGENTS.md', 'above')
    await inProject('AGENTS.md', 'top')
    await inProject('CLAUDE.md', 'not this')
    await inProject('AGENTS.local.md', 'local')
    await inProject('api/GEMINI.md', 'gemini')
    await inProject('api/src/CLAUDE.md', 'claude')
    await inProject('api/src/below/AGENTS.md', 'below')
    expect(texts(await read(join(project, 'api', 'src')))).toEqual(['top', 'local', 'gemini', 'claude'])
    await inProject('AGENTS.override.md', 'override')
    expect(texts(await read())).toEqual(['override', 'local'])
  })

  it('that are the same file or the same bytes count once', async () => {
    await inProject('AGENTS.md', 'same')
    await inProject('api/AGENTS.md', 'same')
    await symlink(join(project, 'AGENTS.md'), join(project, 'AGENTS.local.md'))
    expect(await read(join(project, 'api'))).toHaveLength(1)
  })

  it('are followed by what they import, each once, five levels deep', async () => {
    await inProject('AGENTS.md', 'See @docs/1.md and @docs/1.md')
    for (let level = 1; level <= 7; level++)
      await inProject(`docs/${level}.md`, `${level} @${level + 1}.md @../AGENTS.md`)
    const found = await read()
    expect(found.map(({ path }) => path.slice(project.length + 1))).toEqual([
      'AGENTS.md',
      ...[1, 2, 3, 4, 5].map((level) => `docs/${level}.md`),
    ])
    expect(found[1]?.importedBy).toBe(join(project, 'AGENTS.md'))
    expect(found.at(-1)?.notes).toEqual(['@6.md is nested deeper than 5 levels'])
  })

  it('and imports outside the project are not read, whatever leads there', async () => {
    const secret = await write('home/secret.md', 'SECRET')
    await symlink(secret, join(project, 'link.md'))
    await symlink(join(directory, 'home'), join(project, 'up'))
    await inProject('AGENTS.md', `@../../secret.md @${secret} @~/secret.md @link.md @up/secret.md @missing.md`)
    const [only, ...others] = await read()
    expect(others).toEqual([])
    expect(only?.notes).toHaveLength(6)
    await rm(join(project, 'AGENTS.md'))
    await symlink(secret, join(project, 'AGENTS.md'))
    expect(await read()).toEqual([])
  })

  it('that are pipes, folders, binary or huge are not read', async () => {
    execFileSync('mkfifo', [join(project, 'AGENTS.md')])
    expect(await read()).toEqual([])
    await rm(join(project, 'AGENTS.md'))
    await mkdir(join(project, 'AGENTS.md'))
    expect(await read()).toEqual([])
    await rm(join(project, 'AGENTS.md'), { recursive: true })
    await inProject('AGENTS.md', Uint8Array.of(0xff, 0xfe, 0x00))
    expect(await read()).toEqual([])
    await inProject('AGENTS.md', 'x'.repeat(1024 ** 2 + 1))
    expect(await read()).toEqual([])
  })

  it('have 32 KiB together, the nearest folder first, cut at the end of a line', async () => {
    const line = `${'ä'.repeat(499)}\n`
    await inProject('AGENTS.md', line.repeat(20))
    await inProject('api/AGENTS.md', `near\n${line.repeat(20)}`)
    const [top, near] = await read(join(project, 'api'))
    expect(near?.cutBytes).toBe(0)
    expect(top?.text.endsWith('\n')).toBe(true)
    const shown = Buffer.byteLength((top?.text ?? '') + (near?.text ?? ''))
    expect(shown).toBeGreaterThan(31_000)
    expect(shown).toBeLessThanOrEqual(32_768)
    expect(top?.cutBytes).toBe(Buffer.byteLength(line.repeat(20)) - Buffer.byteLength(top?.text ?? ''))
  })

  it('of the user come from the configuration directory, else ~/.agents, and may be a link', async () => {
    expect(await files.personInstructions()).toEqual([])
    await write('home/.agents/AGENTS.md', 'agents')
    expect(texts(await files.personInstructions())).toEqual(['agents'])
    const kept = await write('home/dotfiles/me.md', 'mine @more.md')
    await write('home/dotfiles/more.md', 'more')
    await mkdir(join(directory, 'config'))
    await symlink(kept, join(directory, 'config', 'AGENTS.md'))
    const own = await files.personInstructions()
    expect(texts(own)).toEqual(['mine @more.md', 'more'])
    expect(own.every(({ origin }) => origin === 'person')).toBe(true)
  })

  it('are found without being read', async () => {
    await inProject('AGENTS.md', 'top')
    await inProject('CLAUDE.md', 'other')
    expect(await files.found(await files.projectOf(project), project)).toEqual([
      { path: 'AGENTS.md', bytes: 3 },
      { path: 'CLAUDE.md', bytes: 5 },
    ])
  })
})
