import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { EvaluationView } from '../../src/shared/evaluation.ts'
import { closeAll } from '../support/close-all.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

/** The test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const MODELS = 'claude-haiku-4-5/none,gpt-5-mini/low'
/** Passes in the run before, and then fails as a mirror does that cannot be reached for a while. */
const FLAKY = 'case "$PWD" in */baseline-*) ;; *) echo no such mirror; exit 7;; esac'
const REASON = 'The worktree was not made ready: `case "$PWD" in */baseline-*) ;;'

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  project = await gitFolder()
  await project.write('.ikigai/worktree.json', JSON.stringify({ setup: [FLAKY] }))
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  const shown = await ikigai('worktree', 'setup', project.folder)
  await ikigai('worktree', 'setup', project.folder, '--confirm', /^id +(\w+)$/m.exec(shown.stdout)?.[1] ?? '')
})
afterAll(() => closeAll(project, database, workspace, simulator))

const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, project.folder)
const worktrees = async (): Promise<number> => (await project.git('worktree', 'list')).trim().split('\n').length
const outcomes = async () => jsonLines((await ikigai('sql', 'SELECT agent_name FROM outcomes', '--json')).stdout)

describe.runIf(HAS_SANDBOX)(
  'a set-up that fails after the run before passed (skipped where bubblewrap cannot be used)',
  () => {
    it('begins no race, asks no model and is nobody’s loss', async () => {
      const race = await ikigai('race', '--models', MODELS, '--trust', '--test', 'exit 1', 'Fix it')
      expect([race.code, race.stdout]).toEqual([2, ''])
      expect(race.stderr).toContain(REASON)
      expect(race.stderr).toContain('no such mirror')
      expect([await worktrees(), simulator.requests.length, await outcomes()]).toEqual([1, 0, []])
      const shown = jsonLines((await ikigai('agents', '--json')).stdout).filter((agent) => agent['archived'] !== true)
      expect(shown).toEqual([])
    })

    it('leaves cases of an evaluation unjudged, and says why', async () => {
      const task = { name: 'one', folder: '.', commit: 'HEAD', prompt: 'Look.', checks: [{ test: 'exit 1' }] }
      const path = join(project.parent, 'tasks.json')
      await writeFile(path, JSON.stringify({ name: 'flaky', tasks: [{ ...task, folder: project.folder }] }))
      const ran = await ikigai('eval', path, '--models', MODELS, '--json')
      const view: EvaluationView = JSON.parse(ran.stdout)
      expect([ran.code, view.baselines[0]?.outcome, view.notJudged, view.checked]).toEqual([1, 'fails', 2, 0])
      for (const each of view.cases)
        expect([each.state, each.message]).toEqual(['not_judged', expect.stringContaining(REASON)])
      expect(ran.stderr).toContain('2 are not judged')
      expect([await worktrees(), simulator.requests.length, await outcomes()]).toEqual([1, 0, []])
    })
  },
)
