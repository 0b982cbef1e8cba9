import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import { GIT_ENVIRONMENT, type GitFolder } from './git-folder.ts'
import type { ScriptedAnswer } from './provider-simulator/answer.ts'
import { textAnswer } from './provider-simulator/answer.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** What is not part of the project: dependencies, the repository itself, what was built. */
const LEFT_OUT = new Set(['node_modules', '.git', 'out', 'dist', 'release', 'test-results', 'playwright-report'])

/** The file with the fault, and the test that fails because of it. */
export const FAULTY = 'src/shared/change-figures.ts'
export const FAILING_TEST = 'figures.test.ts'

/** Copies this project into a repository, with a fault in one file and a test that fails because of it. */
export async function copyProjectWithFault(project: GitFolder): Promise<void> {
  await cp(ROOT, project.folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(relative(ROOT, path)),
  })
  const source = await readFile(join(ROOT, FAULTY), 'utf8')
  await writeFile(join(project.folder, FAULTY), source.replace('files === 1', 'files === 2'))
  await project.write(FAILING_TEST, TEST)
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  // What is not committed belongs to the children's worktrees, too.
  await project.write('notes.txt', 'not committed\n')
}

const TEST = `import { equal } from 'node:assert/strict'
import { test } from 'node:test'

import { figuresText } from './src/shared/change-figures.ts'

test('one file is not plural', () => equal(figuresText({ files: 1, added: 2, removed: 0 }), '1 file changed +2 \u22120'))
`

/** How three models mend it: one mends the fault, one in another way, and one changes the test instead. */
export const FIXES = {
  anthropic: `sed -i 's/files === 2/files === 1/' ${FAULTY}`,
  openai: `sed -i 's/files === 2/files < 2/' ${FAULTY}`,
  google: `sed -i 's/1 file changed/1 files changed/' ${FAILING_TEST}`,
} as const
export const FIXING_HOSTS = ['anthropic', 'openai', 'google'] as const

/** The answers of a model that runs the test, changes a file, and runs the test again. */
export function fixingAnswers(host: keyof typeof FIXES): readonly ScriptedAnswer[] {
  const bash = (command: string): ScriptedAnswer => ({
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'bash', arguments: { command } }],
  })
  return [
    bash(`node --test ${FAILING_TEST}`),
    bash(FIXES[host]),
    bash(`node --test ${FAILING_TEST}`),
    textAnswer('It passes now.'),
  ]
}

/** Whether the test passes in a folder. */
export async function testPasses(folder: string): Promise<boolean> {
  return promisify(execFile)('node', ['--test', FAILING_TEST], { cwd: folder, env: GIT_ENVIRONMENT }).then(
    () => true,
    () => false,
  )
}

/** The files that differ. */
export function changedFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name])
}
