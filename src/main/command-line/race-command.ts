import type { AppliedChanges, ConflictResolution } from '../../shared/agent-worktree.ts'
import { NO_COST } from '../../shared/cost-sum.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { raceName, type RacePlan, type RaceView } from '../../shared/race.ts'
import { mapOk, ok, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { answerToGoOn, baselineLines, type GoOnAnswers } from './ask-to-go-on.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { notAppliedLines } from './not-applied.ts'
import { prepareInstructions, sayWideFolder } from './prepare-instructions.ts'
import { attemptLine, neededNoChange, raceTable, resultLine } from './race-text.ts'

/** A new race, as its flags say. */
export interface NewRace {
  /** A unique prefix of the id of the agent that it begins from; undefined: a new one. */
  readonly from: string | undefined
  /** The event of that agent; undefined: its newest. */
  readonly atEventId: EventId | undefined
  readonly models: readonly string[]
  readonly attempts: number
  readonly plan: RacePlan
  readonly allowsEdits: boolean
  /** Absolute, symlinks resolved. */
  readonly folder: string
  readonly trust: boolean | undefined
  readonly instructions: boolean
}

export interface RaceOptions extends GoOnAnswers {
  readonly json: boolean
  /** Applies the changes of the winner, or of the attempt with this unique prefix. */
  readonly adopt: boolean | string
  readonly skip: readonly string[]
  readonly resolve: readonly ConflictResolution[]
  /** Aborted by Ctrl+C: the race stops and can be resumed. */
  readonly signal: AbortSignal
}

/** `ikigai race`: runs a new race, or goes on with one, until it has ended or nobody has said whether to go on. */
export async function raceCommand(
  engine: Engine,
  what: NewRace | { readonly resume: string },
  options: RaceOptions,
  output: Output,
): Promise<ExitCode> {
  const race = 'resume' in what ? await namedRace(engine, what.resume) : await newRace(engine, what, output)
  if (!race.ok) return failed(race, output)
  const raceId = race.value
  const before = await engine.local.races.view(raceId)
  if (!before.ok) return failed(before, output)
  const ran = await runToEnd(engine, before.value, options, output)
  const after = await engine.local.races.view(raceId)
  if (!after.ok) return failed(after, output)
  const adopts = options.adopt !== false && ran.ok && after.value.status !== 'asks' && !options.signal.aborted
  // JSON says how things are when the command ends.
  if (!options.json) for (const line of raceTable(after.value)) output.out(`${line}\n`)
  else if (!adopts) output.out(`${jsonText(after.value)}\n`)
  output.error(`${resultLine(after.value)}\n`)
  if (options.signal.aborted) {
    output.error(`Stopped. \`ikigai race --resume ${raceId.slice(0, 8)}\` goes on.\n`)
    return EXIT.cancelled
  }
  if (!ran.ok) return failed(ran, output)
  if (after.value.status === 'asks') {
    output.error(`${askedText(after.value)}\n`)
    return EXIT.asks
  }
  if (adopts) return adopt(engine, after.value, options, output)
  if (after.value.winner === null) return neededNoChange(after.value) ? EXIT.done : EXIT.turnFailed
  if (after.value.adopted === null) {
    output.error(`\`ikigai race --resume ${raceId.slice(0, 8)} --adopt\` applies its changes.\n`)
  }
  return EXIT.done
}

/** `ikigai race --stop RACE`: ends the attempts that have not passed, whichever engine runs them. */
export async function stopRaceCommand(engine: Engine, prefix: string, output: Output): Promise<ExitCode> {
  const race = await namedRace(engine, prefix)
  const stopped = race.ok ? await engine.local.races.stop(race.value, null) : race
  return stopped.ok ? EXIT.done : failed(stopped, output)
}

async function namedRace(engine: Engine, prefix: string): Promise<Result<AgentId>> {
  return mapOk(await findAgent(engine, prefix), ({ id }) => id)
}

async function newRace(engine: Engine, { folder, from, ...race }: NewRace, output: Output): Promise<Result<AgentId>> {
  const isNew = from === undefined
  const { models, plan } = race
  const created = isNew
    ? await engine.local.createAgent({ folder, model: models[0], name: raceName(plan.task) })
    : await findAgent(engine, from)
  if (!created.ok) return created
  const agentId = created.value.id
  const prepared = await prepareInstructions(engine, agentId, race)
  if (!prepared.ok) return prepared
  await sayWideFolder(engine, agentId, output)
  await sayWorktreeSetup(engine, folder, output)
  const made = await engine.local.races.create({ ...race, agentId, isNew })
  // A race that was refused leaves nothing in the tree.
  if (!made.ok && isNew) await engine.agents.archive({ agentIds: [agentId], archived: true })
  return made
}

/** Its commands can take minutes for each worktree, before there is anything of the race to be seen. */
async function sayWorktreeSetup(engine: Engine, folder: string, output: Output): Promise<void> {
  const setup = await engine.changes.worktreeSetup({ folder })
  if (!setup.ok || setup.value.state !== 'confirmed' || setup.value.commands.length === 0) return
  output.error(`Making each worktree ready with ${setup.value.commands.map((line) => `\`${line}\``).join(', ')}\n`)
}

/** Runs a race that has not ended, and asks whether to go on where that is needed. */
async function runToEnd(
  engine: Engine,
  before: RaceView,
  options: RaceOptions,
  output: Output,
): Promise<Result<RaceView>> {
  const { agentId: raceId, status, baseline } = before
  if (status === 'ended') return ok(before)
  if (status === 'asks' && baseline !== null) for (const line of baselineLines(baseline)) output.error(`${line}\n`)
  const asking = status === 'asks' ? ok(before) : await follow(engine, raceId, options, output)
  if (!asking.ok || asking.value.status !== 'asks' || asking.value.baseline === null) return asking
  const goesOn = options.signal.aborted ? null : await answerToGoOn(asking.value.baseline, options)
  if (goesOn === null) return asking
  const answered = await engine.local.races.answer(raceId, goesOn)
  if (!answered.ok) return answered
  return goesOn ? follow(engine, raceId, options, output) : engine.local.races.view(raceId)
}

/** What can be done where nobody could be asked. */
function askedText({ agentId, baseline }: RaceView): string {
  const id = agentId.slice(0, 8)
  const rule = baseline?.outcome === 'passes' ? 'if_passes' : 'always'
  return `\`ikigai race --resume ${id} --go-on ${rule}\` goes on all the same. \`ikigai race --stop ${id}\` ends the race and removes its worktrees.`
}

/** Runs the race and prints a line whenever something about an attempt has changed. */
async function follow(
  engine: Engine,
  raceId: AgentId,
  { signal }: RaceOptions,
  output: Output,
): Promise<Result<RaceView>> {
  const { races } = engine.local
  const before = await races.view(raceId)
  let saidBaseline = before.ok && before.value.baseline !== null
  output.error(`Race ${raceId.slice(0, 8)}\n`)
  const shown = new Map<AgentId, string>()
  const print = async (): Promise<void> => {
    const view = await races.view(raceId)
    const baseline = view.ok ? view.value.baseline : null
    if (baseline !== null && !saidBaseline) for (const line of baselineLines(baseline)) output.error(`${line}\n`)
    saidBaseline ||= baseline !== null
    for (const attempt of view.ok ? view.value.attempts : []) {
      // Its cost grows with every request.
      const state = attemptLine({ ...attempt, cost: NO_COST })
      const isNews = attempt.phase !== 'waiting' && shown.get(attempt.agentId) !== state
      if (isNews) output.error(`${attemptLine(attempt)}\n`)
      shown.set(attempt.agentId, state)
    }
  }
  let printing = Promise.resolve()
  const stopListening = races.onChange(raceId, () => {
    printing = printing.then(print)
  })
  const cancel = (): void => void engine.agents.cancel({ agentId: raceId })
  signal.addEventListener('abort', cancel, { once: true })
  const ran = signal.aborted ? await races.view(raceId) : await races.run(raceId)
  signal.removeEventListener('abort', cancel)
  stopListening()
  await printing
  return ran
}

async function adopt(
  engine: Engine,
  { agentId: raceId }: RaceView,
  { adopt: which, json, skip, resolve }: RaceOptions,
  output: Output,
): Promise<ExitCode> {
  const chosen = await chosenAttempt(engine, which)
  const applied = chosen.ok
    ? await engine.local.races.adopt({ raceId, agentId: chosen.value, preview: false, skip, resolve })
    : chosen
  const view = await engine.local.races.view(raceId)
  if (!view.ok) return failed(view, output)
  if (json) output.out(`${jsonText({ ...view.value, adoption: applied.ok ? applied.value : undefined })}\n`)
  if (!chosen.ok) return failed(chosen, output)
  if (!applied.ok) {
    output.error(`${applied.error.message}\n`)
    // Whatever stands in the way, the race was run, and nothing was applied.
    return EXIT.turnFailed
  }
  for (const line of adoptedLines(applied.value, view.value)) output.error(`${line}\n`)
  return EXIT.done
}

function adoptedLines(
  { files, folder, eventId, notApplied = [], worktrees = [] }: AppliedChanges,
  { agentId: raceId, attempts, adopted }: RaceView,
): readonly string[] {
  const undo = `\`ikigai undo ${raceId.slice(0, 8)} --event ${eventId}\` undoes it.`
  const kept = worktrees.flatMap(({ directory, kept: reason }) =>
    reason === null ? [] : [`Kept ${directory}: ${reason}`],
  )
  const isRemoved = worktrees.some(({ kept: reason }) => reason === null)
  return [
    ...files.map(({ path, state }) => `${state.padEnd(8)} ${path}`),
    eventId === null ? 'Nothing had to be written.' : `Applied to ${folder}. ${undo}`,
    ...notAppliedLines(notApplied, adopted),
    ...(attempts.length > 1 ? ['The other attempts are archived. They can still be shown and adopted.'] : []),
    ...(isRemoved ? [`Worktrees of attempts are removed. Their agents work in ${folder} from now on.`] : []),
    ...kept,
  ]
}

/** Undefined: the winner. */
async function chosenAttempt(engine: Engine, which: boolean | string): Promise<Result<AgentId | undefined>> {
  return typeof which === 'string' ? namedRace(engine, which) : ok(undefined)
}
