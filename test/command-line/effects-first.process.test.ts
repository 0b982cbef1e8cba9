import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { type FinishedProcess, jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

describe.runIf(HAS_SANDBOX)('ikigai run --sandbox effects-first (skipped where there is no sandbox)', () => {
  let simulator: Simulator
  let workspace: Workspace
  let database: Storage
  let project: GitFolder
  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
    workspace = await makeWorkspace(simulator.environment())
    database = await keepDatabaseUp(workspace)
  })
  afterAll(() => closeAll(database, workspace, simulator))
  beforeEach(async () => {
    project = await gitFolder()
    await project.write('a.txt', 'one\n')
    await project.write('docs/b.txt', 'b\n')
    await project.git('add', '.')
    await project.git('commit', '--quiet', '-m', 'x')
  })
  afterEach(() => project.remove())

  const ikigai = (...args: readonly string[]): Promise<FinishedProcess> =>
    runIkigai(args, workspace.environment, project.folder)

  /** Lets an agent run a command, and returns its id and the result that the model was sent. */
  async function run(command: string, ...allowed: readonly string[]) {
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'bash', arguments: { command } }],
    })
    const flags = ['--model', 'claude-haiku-4-5/none', '--sandbox', 'effects-first', ...allowed]
    const ran = await ikigai('run', ...flags, '--json', 'Go')
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    const lines = jsonLines(ran.stdout)
    const [agent] = lines.flatMap((line) => (typeof line['agent'] === 'string' ? [line['agent']] : []))
    return { agent: agent ?? '', printed: ran.stdout }
  }

  const COMMAND = 'sed -i s/one/two/ a.txt; rm -r docs; echo new > new.txt'

  it('drops what a command changed where nobody can be asked, and names the flag', async () => {
    const before = await project.files()
    const { agent, printed } = await run(COMMAND)
    expect(printed).toContain('What the command changed in a copy of the folder needs a user')
    expect(printed).toContain('To permit it: --allow effects, or only in this folder: --allow ')
    expect(await project.files()).toEqual(before)
    expect((await ikigai('changes', agent)).stdout).not.toContain('a.txt')
  })

  it('applies what a rule allows, as certain changes of the agent, and an undo takes them back', async () => {
    const before = await project.files()
    const { agent } = await run(COMMAND, '--allow', 'effects:*')
    const applied = await project.files()
    expect(applied).not.toEqual(before)
    const listed = await ikigai('changes', agent)
    expect([listed.code, listed.stdout]).toEqual([
      0,
      'M      +1 −1  a.txt\nD      +0 −1  docs/b.txt\nA      +1 −0  new.txt\n',
    ])
    const undone = await ikigai('undo', agent)
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringMatching(/^Undone\. /)])
    expect(await project.files()).toEqual(before)
  })

  it('applies nothing if one path is outside of what a rule allows', async () => {
    const before = await project.files()
    await run(COMMAND, '--allow', 'effects:docs/*', '--allow', 'effects:new.txt')
    expect(await project.files()).toEqual(before)
  })
})
