import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { GENERATED_PROJECTS, hasProgram, makeGeneratedProject } from '../support/generated-projects.ts'
import { gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { raceProject } from '../support/project-race.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

/** Each test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 300_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Ready.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})
afterAll(async () => {
  await database.close()
  await workspace.remove()
  await simulator.close()
})

describe.runIf(HAS_SANDBOX)(
  'a race in a project, adopted and taken back (skipped where bubblewrap cannot be used)',
  () => {
    for (const kind of GENERATED_PROJECTS) {
      const { program } = kind
      const reason = program === undefined || hasProgram(program) ? null : `skipped: ${program} is not installed`
      it.skipIf(reason !== null)(`${kind.name}${reason === null ? '' : ` (${reason})`}`, async () => {
        const project = await gitFolder()
        try {
          const raced = await makeGeneratedProject(kind, project)
          const { problems } = await raceProject(raced, workspace, simulator)
          expect(problems).toEqual([])
        } finally {
          await project.remove()
        }
      })
    }
  },
)
