import { type AttachmentBlock, fileName } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { formatModelSpec } from '../../../shared/model-spec.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { cleanPieces } from '../content/clean-pieces.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { EvaluationPlan, EvaluationTask } from './evaluation-plan.ts'
import type { RunServices } from '../races/run-services.ts'

const NAMED_TWICE = 'A model is named twice. Name each once; the number of repetitions asks it more often.'

/**
 * Returns the plan with the full names of its models. REFUSED, before anybody is asked, if it cannot be run. The agent
 * of the evaluation need not exist yet.
 */
export async function preparePlan(
  agentId: AgentId,
  plan: EvaluationPlan,
  services: RunServices,
): Promise<Result<EvaluationPlan>> {
  const { tasks, unconfined } = plan
  const runs: EvaluationPlan['runs'][number][] = []
  for (const run of plan.runs) {
    const models = fullNames(run.models, services)
    if (!models.ok) return models
    runs.push({ ...run, models: models.value })
  }
  const all = runs.flatMap(({ models }) => models)
  if (new Set(all).size < all.length) return refuse(NAMED_TWICE)
  const judges = fullNames(
    tasks.flatMap(({ checks }) => checks.flatMap((check) => ('judge' in check ? [check.judge] : []))),
    services,
  )
  if (!judges.ok) return judges
  for (const task of tasks) {
    const problem = await taskProblem(agentId, task, unconfined, services)
    if (!problem.ok) return problem
    if (problem.value !== null) return refuse(`${task.name}: ${problem.value}`)
  }
  return ok({ ...plan, runs })
}

/** A model with and without its default level is one model. */
function fullNames(models: readonly string[], { config }: RunServices): Result<readonly string[]> {
  const names: string[] = []
  for (const model of models) {
    const chosen = chooseModel(model, config)
    if (!chosen.ok) return refuse(chosen.message)
    names.push(formatModelSpec(chosen.choice))
  }
  return ok(names)
}

async function taskProblem(
  agentId: AgentId,
  { folder, checks }: EvaluationTask,
  unconfined: boolean,
  { checkAnswer, worktrees, testCommands }: RunServices,
): Promise<Result<string | null>> {
  for (const check of checks)
    if ('schema' in check && (await checkAnswer(check.schema, null)) === null)
      return ok('The schema is not a JSON Schema (draft 2020-12) that can be used.')
  if (folder === null) return ok(null)
  if (!(await worktrees.arePossible(folder.path)))
    return ok(`${folder.path} is not in a git repository with a commit, or git is not installed.`)
  if (unconfined || !checks.some((check) => 'test' in check)) return ok(null)
  return mapOk(await testCommands.problem(agentId, folder.path), (reason) =>
    reason === null ? null : `The test command would run code of the models without a sandbox. ${reason}`,
  )
}

/** The file of an evaluation with its attachments stored. */
export interface StoredEvaluation {
  readonly name: string
  /** Absolute. */
  readonly file: string
  /** Of the file and its attachments, hex. */
  readonly sha256: string
  readonly tasks: readonly EvaluationTask[]
}

/** Reads the file of an evaluation and stores what its tasks attach. REFUSED if anything of it cannot be read. */
export async function storedEvaluation(path: string, services: RunServices): Promise<Result<StoredEvaluation>> {
  const source = await services.evaluationFiles.read(path)
  if (!source.ok) return source
  const { name, text, tasks, path: file } = source.value
  const stored: EvaluationTask[] = []
  for (const task of tasks) {
    const attachments: AttachmentBlock[] = []
    for (const attached of task.attachments) {
      const block = await storedFile(attached, services)
      if (!block.ok) return block
      attachments.push(block.value)
    }
    stored.push({ ...task, attachments })
  }
  const hashes = stored.flatMap(({ attachments }) => attachments.map(({ sha256 }) => sha256))
  return ok({ name, file, sha256: services.sha256([text, ...hashes].join('')), tasks: stored })
}

async function storedFile(
  path: string,
  { evaluationFiles, uploads, config }: RunServices,
): Promise<Result<AttachmentBlock>> {
  const opened = await evaluationFiles.open(path)
  if (!opened.ok) return opened
  const name = fileName(path)
  try {
    return await uploads.take(name, cleanPieces(name, opened.value, config.maxAttachmentBytes))
  } catch (error) {
    return refuse(`${path} cannot be attached: ${errorMessage(error)}`)
  }
}
