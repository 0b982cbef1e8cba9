import type { Command } from 'commander'

import {
  type ChangeList,
  type ChangeScope,
  type ComparedCommits,
  isCertain,
  type ListedChange,
  type ReviewScope,
} from '../../shared/file-changes.ts'
import { NOT_LOOKED_AT } from '../../shared/change-figures.ts'
import { jsonText } from '../../shared/json-text.ts'
import { wholePatch } from '../../shared/patch-text.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import { parseRange } from '../../shared/revision-name.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { parseCount } from './parse-count.ts'
import { defined } from '../../shared/defined.ts'

/** Which changes a command is about; at most one. */
export interface ScopeFlags {
  readonly turn?: string
  readonly call?: string
  readonly event?: number
  readonly since?: number
}

/** What a review is about. */
interface ReviewFlags extends ScopeFlags {
  readonly base?: string
  readonly range?: string
}

interface ChangesFlags extends ReviewFlags, JsonFlag {
  readonly patch?: boolean
  /** The patch has also what is not certainly the agent's. */
  readonly unsure?: boolean
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const
const STATES = { as_left: '', undone: 'undone', changed_since: 'changed since' } as const

/** Returns the scope that the options name; without one all changes of the agent. */
export function scopeOf({ turn, call, event, since }: ScopeFlags): ChangeScope {
  if (turn !== undefined) return { type: 'turn', turnId: turn }
  if (call !== undefined) return { type: 'call', callId: call }
  if (event !== undefined) return { type: 'event', eventId: event }
  return since === undefined ? { type: 'agent' } : { type: 'since', eventId: since }
}

/** As `scopeOf`, also with a base or a range. REFUSED for several at once, or a range of another form. */
function reviewScopeOf({ base, range, ...flags }: ReviewFlags): Result<ReviewScope> {
  const given = [base, range, ...Object.values(flags)].filter((each) => each !== undefined)
  if ((base !== undefined || range !== undefined) && given.length > 1) {
    return refuse('--base and --range cannot be combined with each other or with --turn, --call, --event or --since.')
  }
  if (base !== undefined) return ok({ type: 'base', base })
  if (range === undefined) return ok(scopeOf(flags))
  const parsed = parseRange(range)
  if (parsed === null) return refuse('--range takes A..B, or A...B for what B has since the newest commit of both.')
  return ok({ type: 'range', ...parsed })
}

/** Adds the options of `scopeOf`. */
export function withScopeOptions(command: Command): Command {
  return command
    .option('--turn <id>', 'of one turn')
    .option('--call <id>', 'of one tool call')
    .option('--event <id>', 'of one checkpoint event', parseCount)
    .option('--since <id>', 'after an event', parseCount)
}

/** `ikigai changes AGENT`: lists the files that it changed, or prints their differences. */
async function changesCommand(
  engine: Engine,
  prefix: string,
  { json = false, patch = false, unsure: withUnsure = false, ...flags }: ChangesFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const { turn, call, event, since, base, range } = flags
  const scope = reviewScopeOf(defined({ turn, call, event, since, base, range }))
  if (!scope.ok) return failed(scope, output, EXIT.usage)
  const request = { agentId: agent.value.id, scope: scope.value }
  const list = await engine.changes.list(request)
  if (!list.ok) return failed(list, output)
  if (!patch) {
    printList(list.value, json, output)
    return EXIT.done
  }
  // Reversing a patch must not take back what may be the user's.
  const isIncluded = (file: ListedChange): boolean => isCertain(file) || (withUnsure && file.outside !== true)
  const paths = list.value.files.filter(isIncluded).map(({ path }) => path)
  for (const file of list.value.files) {
    if (isIncluded(file)) continue
    const reason = file.outside === true ? 'changed by others' : 'not certain whose; `--unsure` includes it'
    output.error(`not in the patch: ${file.path} (${reason})\n`)
  }
  const whole = await wholePatch(paths, (path) => engine.changes.file({ ...request, path }))
  if (whole.ok) output.out(whole.value)
  else output.error(`${whole.error.message}\n`)
  return whole.ok ? EXIT.done : exitCodeOf(whole.error)
}

function printList(list: ChangeList, json: boolean, output: Output): void {
  const { folder, files, skipped, shared, unrecorded, compared } = list
  for (const file of files) output.out(json ? `${jsonText({ ...file })}\n` : `${fileLine(file)}\n`)
  for (const reason of unrecorded) output.error(`What a call changed in files was not recorded. ${reason}\n`)
  if (files.some(({ contents }) => contents === undefined))
    output.error('The contents of some changes are not stored here, so they cannot be shown.\n')
  if (files.some(({ state, contents }) => state === undefined && contents !== undefined))
    output.error(
      `Not compared with the files of today: ${folder} is not there, or they cannot be read. --patch prints the changes.\n`,
    )
  if (compared !== undefined) output.error(comparedText(compared))
  for (const { path, reason } of skipped)
    output.error(`not saved: ${path} (${reason}${reason === 'protected' ? '; an undo leaves it as it is' : ''})\n`)
  if (shared) output.error('Other calls wrote in the folder at the same time; some of these changes may be theirs.\n')
  const isUnsure = files.some(({ unsure }) => unsure === true)
  if (isUnsure)
    output.error(
      'Not certain whose: changed while a command ran. An undo leaves it unless `--unsure` is set or the file is named.\n',
    )
  if (files.length === 0 && unrecorded.length === 0) output.error(`No files changed. ${NOT_LOOKED_AT}\n`)
}

/** `deadbeef..files of the folder`, and the commits in between. */
function comparedText({ from, to, commits, more }: ComparedCommits): string {
  const end = to === null ? 'the files of the folder' : to.slice(0, 8)
  const lines = [
    `From ${from.slice(0, 8)} to ${end}.`,
    ...commits.map(({ id, subject }) => `  ${id.slice(0, 8)} ${subject}`),
  ]
  return `${[...lines, ...(more === 0 ? [] : [`  and ${more} more commits`])].join('\n')}\n`
}

function fileLine({ path, status, added, removed, state, contents, outside, unsure }: ListedChange): string {
  const figures = added === null || removed === null ? 'binary' : `+${added} −${removed}`
  const notes = [
    state !== undefined ? STATES[state] : contents === undefined ? 'not stored here' : 'not compared',
    outside === true ? 'outside' : unsure === true ? 'not certain whose' : '',
  ]
  const note = notes.filter((each) => each !== '').join(', ')
  return `${LETTERS[status]} ${figures.padStart(10)}  ${path}${note === '' ? '' : `  (${note})`}`
}

/** Adds `ikigai changes`. */
export function registerChanges(program: Command, { output, withEngine }: CommandContext): void {
  const command = program
    .command('changes')
    .description('show which files an agent changed')
    .argument('<agent>', 'a unique prefix of its id')
  withScopeOptions(command)
    .option(
      '--base <name>',
      "what the agent's folder has since the newest commit that HEAD and this branch or commit both have",
    )
    .option('--range <a..b>', 'what one commit has since another; a...b: since the newest commit of both')
    .option('--json', 'one file per line')
    .option('--patch', 'print the differences as a patch')
    .option('--unsure', 'with --patch: also what changed while a command ran, so that nobody can say who wrote it')
    .action(async (agent: string, flags: ChangesFlags) => {
      await withEngine((engine) => changesCommand(engine, agent, flags, output))
    })
}
