/**
 * The program of `npm run test:projects`: races of three scripted models in projects by others, adopted and taken back by
 * commands alone. Prints a table; the exit code is 1 if one did not go as it should.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

import { GIT_ENVIRONMENT, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { plantFault, raceProject } from '../support/project-race.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../support/run-ikigai.ts'
import { makingLines, REAL_PROJECTS, type RealProject } from './real-projects.ts'

const wanted = process.argv.slice(2)
const simulator = await startSimulator({ answerWith: () => textAnswer('Ready.') })
const workspace = await makeWorkspace(simulator.environment(), { isNew: true })
const database = await keepDatabaseUp(workspace)
say('| Project | Kind | Race | Attempts | Tests | Adopted and undone |\n| --- | --- | --- | --- | --- | --- |')
for (const project of REAL_PROJECTS)
  if (wanted.length === 0 || wanted.some((word) => project.name.includes(word))) await report(project)
await database.close()
await workspace.remove()
await simulator.close()

async function report(real: RealProject): Promise<void> {
  const missing = real.needs.filter(({ place }) => !existsSync(place)).map(({ from }) => from)
  const begin = `| ${real.name} | ${real.kind} |`
  if (missing.length > 0) {
    say(`${begin} skipped: apt-get install ${missing.join(' ')} | | | |`)
    return
  }
  const project = await gitFolder()
  try {
    // The home of the user is used: the caches of package managers and the tool chains are there.
    const { HOME: _none, ...identity } = GIT_ENVIRONMENT
    const env = { ...process.env, ...identity, npm_config_update_notifier: 'false' }
    const { folder } = project
    await promisify(execFile)('bash', ['-c', makingLines(real)], { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 })
    await plantFault(folder, real.fault)
    await project.git('add', '--all')
    await project.git('commit', '--quiet', '-m', 'files')
    const raced = { folder, test: real.test, fault: real.fault }
    const { problems, seconds, race } = await raceProject(raced, workspace, simulator)
    const attempts = race?.attempts.map(({ phase, left }) => left?.reason ?? phase).join(', ') ?? ''
    const counts = race?.attempts[1]?.test?.counts
    const tests = counts == null ? '' : `${counts.passed} of ${counts.passed + counts.failed}`
    const verdict = problems.length === 0 ? 'yes' : 'no'
    say(`${begin} ${seconds.toFixed(0)} s | ${attempts} | ${tests} | ${verdict} |`)
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  } catch (error) {
    say(`${begin} not made: ${String(error).slice(0, 2_000)} | | | |`)
    process.exitCode = 1
  } finally {
    await project.remove()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
