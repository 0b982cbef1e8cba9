import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RaceView } from '../../src/shared/race.ts'
import type { Answer, ScriptedAnswer } from './provider-simulator/answer.ts'
import { textAnswer } from './provider-simulator/answer.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import type { SimulatorRequest } from './provider-simulator/simulator-request.ts'
import { runIkigai, type Workspace } from './run-ikigai.ts'
import { differingPaths, treeState } from './tree-state.ts'

/** A fault in one file of a project. Both texts are unique in the file that has them. */
export interface ProjectFault {
  /** From the project's folder. */
  readonly path: string
  readonly right: string
  readonly wrong: string
}

/** A project in a repository whose newest commit has a fault that its test finds. */
export interface RacedProject {
  /** In which the user works: the top of the repository, or a folder below. */
  readonly folder: string
  /** The command line of the test. */
  readonly test: string
  readonly fault: ProjectFault
}

/** How a race in a project ended. */
export interface ProjectRace {
  /** What was not as it should be, for a developer; empty: nothing. */
  readonly problems: readonly string[]
  /** Seconds from the command to its end. */
  readonly seconds: number
  readonly race: RaceView | null
}

/** Who mends the fault: the first two do, the second one with fewer lines, and the third one says so and does not. */
const MODELS = 'claude-haiku-4-5/none,gpt-5-mini/low,gemini-2.5-flash/none'

/** Puts the fault into its file. */
export async function plantFault(folder: string, { path, right, wrong }: ProjectFault): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8')
  if (text.split(right).length !== 2) throw new Error(`${path} does not contain ${JSON.stringify(right)} once`)
  await writeFile(
    join(folder, path),
    text.replace(right, () => wrong),
  )
}

const call = (name: string, args: Readonly<Record<string, string>>): ScriptedAnswer => ({
  type: 'script',
  blocks: [{ type: 'tool_call', name, arguments: args }],
})

/** What the models do: run the test, edit the file, and say that all is well. */
function projectAnswer({ host, bodyText }: SimulatorRequest, { test, fault }: RacedProject): Answer {
  const { path, right, wrong } = fault
  const done = textAnswer('All tests pass.')
  const edit = (text: string): ScriptedAnswer => call('file_edit', { path, old_string: wrong, new_string: text })
  const run = call('bash', { command: test })
  const script =
    `const fs = require('fs'), p = process.argv[1], [a, b] = process.argv.slice(2); ` +
    `fs.writeFileSync(p, fs.readFileSync(p, 'utf8').replace(a, () => b))`
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const byCommand = call('bash', { command: `node -e ${quoted(script)} ${[path, wrong, right].map(quoted).join(' ')}` })
  const steps =
    host === 'anthropic'
      ? [run, edit(`${right}\n\n`), done]
      : host === 'openai'
        ? [run, byCommand, run, done]
        : [run, edit(`${wrong}\n`), done]
  const results = bodyText.match(/"type":"(?:function_call_output|tool_result)"|"functionResponse"/g)?.length ?? 0
  return steps[Math.min(results, steps.length - 1)] ?? done
}

/**
 * Runs the race as a user would, adopts the winner, and takes that back: by commands alone. Nothing of the project may have
 * changed before the adoption or remain after the undo.
 */
export async function raceProject(
  project: RacedProject,
  { environment }: Pick<Workspace, 'environment'>,
  simulator: Pick<Simulator, 'answerWith'>,
): Promise<ProjectRace> {
  const { folder, test, fault } = project
  const problems: string[] = []
  const ikigai = (...args: readonly string[]) => runIkigai(args, environment, folder)
  simulator.answerWith((request) => projectAnswer(request, project))
  const before = await treeState(folder)
  const begun = performance.now()
  const flags = ['--models', MODELS, '--winner', 'smallest', '--retries', '0', '--json']
  const raced = await ikigai('race', ...flags, '--test', test, 'Fix the failing test')
  const seconds = (performance.now() - begun) / 1_000
  const race: RaceView | null = raced.stdout === '' ? null : JSON.parse(raced.stdout)
  if (race === null || raced.code !== 0) {
    problems.push(`The race ended with exit code ${raced.code}: ${raced.stderr}`, JSON.stringify(race?.baseline))
    return { problems, seconds, race }
  }
  const { attempts, winner, baseline } = race
  if (baseline?.outcome !== 'fails') problems.push(`The run before it: ${JSON.stringify(baseline)}`)
  const phases = attempts.map(({ phase, left }) => left?.reason ?? phase)
  if (phases.join() !== 'passed,passed,tests')
    problems.push(`The attempts ended with ${phases.join()}: ${raced.stderr}`)
  if (winner !== attempts[1]?.agentId) problems.push(`Won by ${attempts.find((a) => a.agentId === winner)?.name}`)
  const touched = differingPaths(before, await treeState(folder))
  if (touched.length > 0) problems.push(`Changed by the race: ${touched.join(', ')}`)

  const adopted = await ikigai('race', '--resume', race.agentId, '--adopt')
  if (adopted.code !== 0) problems.push(`Not adopted: ${adopted.stderr}`)
  const mended = differingPaths(before, await treeState(folder)).filter((path) => !path.startsWith('git '))
  if (mended.join() !== fault.path) problems.push(`Adopted: ${mended.join(', ')}`)
  if (!(await readFile(join(folder, fault.path), 'utf8')).includes(fault.right))
    problems.push('The fault is still there')
  const undo = /`ikigai undo (\S+) --event (\d+)`/.exec(adopted.stderr) ?? []
  const undone = await ikigai('undo', undo[1] ?? '', '--event', undo[2] ?? '')
  if (undone.code !== 0) problems.push(`Not undone: ${undone.stderr}`)
  const left = differingPaths(before, await treeState(folder))
  if (left.length > 0) problems.push(`Not as before: ${left.join(', ')}`)
  return { problems, seconds, race }
}
