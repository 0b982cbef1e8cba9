import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Result } from '../../../shared/result.ts'
import { copyObjects, withoutFolder } from './old-states.ts'
import { type GitDirectory, writeHead } from './git-directory.ts'
import { packObjects, withObjectsOf } from './object-store.ts'
import { type GitOutput, runGit } from './run-git.ts'

/** How long nothing is saved before work begins that no call waits for, ms. */
const IDLE_MS = 500

/** A change from one state to the next. Null: the first state. */
interface Step {
  readonly before: string | null
  readonly after: string
}

/**
 * Makes the saved states of one folder independent of the user's repository, after the calls that saved them. A new state
 * shares unchanged contents with the repository, which may lose them (`git gc`, a history made anew). Copied are:
 *
 * - the trees of the first state, and the contents in it that HEAD does not have;
 * - of every later state the trees and the contents that changed, as they were before and after.
 *
 * So between any two states of the folder everything that differs is in our own store: a file that differs was changed by
 * a step in between, and the first and the last such step hold both of its contents.
 */
export class StateKeeper {
  readonly #directory: GitDirectory
  #steps: Step[] = []
  #last: string | null | undefined
  #timer: NodeJS.Timeout | null = null
  #running: Promise<unknown> = Promise.resolve()

  constructor(directory: GitDirectory) {
    this.#directory = directory
  }

  /** Notes a state that was saved. */
  note(tree: string): void {
    if (tree === this.#last) return
    this.#steps.push({ before: this.#last ?? null, after: tree })
    this.#last = tree
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.finish(), IDLE_MS)
    this.#timer.unref()
  }

  /** Does what is left to do. What fails is tried again with the next state. */
  finish(): Promise<unknown> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#running = this.#running.then(() => this.#keep()).catch(() => undefined)
    return this.#running
  }

  async #keep(): Promise<void> {
    const steps = this.#steps
    const newest = steps.at(-1)
    if (newest === undefined) return
    this.#steps = []
    const kept = await this.#keepSteps(await this.#withKept(steps))
    if (!kept.ok) {
      this.#steps = [...steps, ...this.#steps]
      return
    }
    await writeFile(this.#keptPath(), newest.after)
    await this.#writeHead(newest.after)
    await packObjects(this.#directory.store)
  }

  /** The first step of a process begins with the last state that an earlier one kept. */
  async #withKept(steps: readonly Step[]): Promise<readonly Step[]> {
    const [first, ...others] = steps
    if (first === undefined || first.before !== null) return steps
    const kept = await readFile(this.#keptPath(), 'utf8').catch(() => '')
    return /^[0-9a-f]{40,64}$/.test(kept) ? [{ ...first, before: kept }, ...others] : steps
  }

  async #keepSteps(steps: readonly Step[]): Promise<Result<null>> {
    const ids = new Set(steps.flatMap(({ before, after }) => (before === null ? [after] : [before, after])))
    const first = steps.find(({ before }) => before === null)
    if (first !== undefined) {
      const list = ['rev-list', '--objects', '--no-object-names', '--filter=blob:none', first.after]
      const trees = await this.#git(list)
      if (!trees.ok) return trees
      for (const id of trees.value.stdout.toString().split('\n')) ids.add(id)
      for (const id of await this.#notInHead(first.after)) ids.add(id)
    }
    const pairs = steps.flatMap(({ before, after }) => (before === null ? [] : [`${before} ${after}\n`]))
    if (pairs.length > 0) {
      const changed = await this.#git([...DIFFERENCE, '--stdin'], pairs.join(''))
      if (!changed.ok) return changed
      for (const { before, after } of idsIn(changed.value)) ids.add(before).add(after)
    }
    ids.delete('')
    return copyObjects([...ids], this.#directory)
  }

  /** Contents of a state that HEAD of the repository does not have; they may be in no branch. */
  async #notInHead(tree: string): Promise<readonly string[]> {
    const { repository, env, top } = this.#directory
    if (repository === null) return []
    const inRepository = { ...withoutFolder(env), GIT_DIR: repository.gitDirectory }
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{tree}']
    const head = await runGit({ args, cwd: top, env: inRepository })
    if (!head.ok) return []
    const changed = await this.#git([...DIFFERENCE, head.value.stdout.toString().trim(), tree])
    return changed.ok ? idsIn(changed.value).map(({ after }) => after) : []
  }

  /** Git compares the index with HEAD quickly if the two are near. */
  async #writeHead(tree: string): Promise<void> {
    const commit = await this.#git(['commit-tree', tree, '-m', 'State'])
    if (commit.ok) await writeHead(this.#directory.directory, commit.value.stdout.toString().trim())
  }

  #keptPath(): string {
    return join(this.#directory.directory, 'kept')
  }

  #git(args: readonly string[], input = ''): Promise<Result<GitOutput>> {
    const { store, repository } = this.#directory
    const env = { ...store.env, ...withObjectsOf(repository?.commonDirectory ?? null) }
    // Not in the folder: it may be gone by now.
    return runGit({ args, cwd: store.directory, env, input })
  }
}

const DIFFERENCE = ['diff-tree', '-r', '-t', '--raw', '--no-abbrev', '--no-renames'] as const

/** Missing sides have an id of zeros; a submodule has a commit of another repository. */
function idsIn({ stdout }: GitOutput): readonly ObjectChange[] {
  return [...stdout.toString().matchAll(/^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /gm)].map(
    ([, modeBefore, modeAfter, before, after]) => ({
      before: idOf(modeBefore, before),
      after: idOf(modeAfter, after),
    }),
  )
}

/** Empty: that side has no object. */
interface ObjectChange {
  readonly before: string
  readonly after: string
}

function idOf(mode = '', id = ''): string {
  return mode === '160000' || /^0+$/.test(id) ? '' : id
}
