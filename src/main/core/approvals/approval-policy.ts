import type { ApprovalRule } from '../../../shared/approval.ts'
import { isPathIn } from '../../../shared/path-below.ts'
import { leavesSandbox } from '../../../shared/sandbox.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { PreparedCall } from '../ports/tool-ports.ts'
import type { CommandEffect } from '../../../shared/command-effects.ts'
import { defined } from '../../../shared/defined.ts'
import { commandForms } from './command-forms.ts'
import { isHarmless } from './harmless-programs.ts'
import { mayHide } from './hidden-programs.ts'
import { exactPattern, isExactPattern, matchesPattern, wildcardOf } from './match-pattern.ts'
import { isHarmlessFilter } from './offer-patterns.ts'
import { type SimpleCommand, splitCommand } from './split-command.ts'

/** A call to be decided. */
export interface PolicyQuestion {
  readonly tool: string
  readonly call: Pick<
    PreparedCall,
    'subject' | 'access' | 'isInFolder' | 'protectedAs' | 'isBehindLink' | 'wideFolder' | 'sandbox' | 'askedByHook'
  > & {
    readonly definition?: { readonly hash: string }
    /** As in `AskedCall`. */
    readonly effects?: readonly CommandEffect[]
  }
  /** The agent, its parent, and so on up to the root. */
  readonly lineage: readonly AgentId[]
  /** The agent's folder, absolute. Path patterns may be relative to it. */
  readonly folder: string
}

type Action = ApprovalRule['action']
type Commands = readonly SimpleCommand[] | null

/**
 * Decides a call. A matching `deny` always applies. Otherwise the most specific matching rule applies: a rule with a
 * pattern before one without, then a rule for the agent before one for a subtree before one for all agents. If equally
 * specific rules disagree, the user is asked. Without a matching rule, reading in the agent's folder (unless that is a
 * home directory or the root), operations on the agent tree and programs inside the sandbox are allowed; everything
 * else is asked.
 *
 * A command line of several commands is also decided command by command: it is denied if one command is denied, even if
 * the whole line is allowed, and it is allowed if all commands are allowed. (A rule applies to the command that it
 * names, not to every other way to write it.)
 *
 * What a hook wants to be asked is asked, even if the rules allow it. Effects of a command are decided path by path, and the
 * strictest decision holds for all.
 */
export function decideApproval(question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const { effects, ...call } = question.call
  if (effects === undefined) return decideOne(question, rules)
  const actions = effects.map(({ path, protectedAs }) => {
    // The command ran inside the sandbox; what is decided is a write outside of it.
    const { protectedAs: _first, sandbox: _place, ...others } = call
    return decideOne({ ...question, call: { ...others, subject: path, ...defined({ protectedAs }) } }, rules)
  })
  return STRICTEST.find((action) => actions.includes(action)) ?? 'ask'
}

function decideOne(question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const action = decideByRules(question, rules)
  return action === 'allow' && question.call.askedByHook !== undefined ? 'ask' : action
}

function decideByRules(question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const commands = question.call.access === 'execute' ? splitCommand(question.call.subject) : null
  const whole = decide(question, rules, commands)
  if (question.call.access !== 'execute' || whole.action === 'deny') return whole.action
  const actions = commands?.map((command) => decideCommand(command, question, rules)) ?? []
  if (actions.includes('deny')) return 'deny'
  if (whole.by !== 'exact' && isUnclear(commands, question, rules)) return 'ask'
  if (commands === null || isByPattern(whole)) return whole.action
  return actions.length > 0 && actions.every((action) => action === 'allow') ? 'allow' : 'ask'
}

interface ToolQuestion {
  readonly tool: PolicyQuestion['tool']
  readonly lineage: PolicyQuestion['lineage']
}

/** Whether a rule denies every call of a tool. */
export function isForbiddenTool(question: ToolQuestion, rules: readonly ApprovalRule[]): boolean {
  return rules.some((rule) => rule.action === 'deny' && isForWholeTool(rule) && isForAgentAndTool(rule, question))
}

const STRICTEST: readonly Action[] = ['deny', 'ask', 'allow']

/**
 * The strictest decision for several agents: a turn that was started by mail has only the rights that all of them have.
 */
export function decideForAll(questions: readonly PolicyQuestion[], rules: readonly ApprovalRule[]): Action {
  const actions = questions.map((question) => decideApproval(question, rules))
  return STRICTEST.find((action) => actions.includes(action)) ?? 'ask'
}

interface Decision {
  readonly action: Action
  /**
   * The deciding rules: with an exact pattern, with a pattern for several subjects, or without a pattern; `default`: no
   * rule.
   */
  readonly by: 'exact' | 'pattern' | 'tool' | 'default'
}

const isByPattern = ({ by }: Decision): boolean => by === 'exact' || by === 'pattern'

/** `commands`: those of the subject; null: it is no command line, or cannot be split. */
function decide(question: PolicyQuestion, rules: readonly ApprovalRule[], commands: Commands): Decision {
  const matching = rules.filter((rule) => isOfDefinition(rule, question) && isAbout(rule, question, commands))
  if (matching.some(({ action }) => action === 'deny')) return { action: 'deny', by: 'pattern' }
  const strongest = Math.max(...matching.map(strength))
  const [first, ...others] = matching.filter((rule) => strength(rule) === strongest)
  if (first === undefined) return { action: defaultAction(question), by: 'default' }
  const isAgreed = others.every(({ action }) => action === first.action)
  return { action: isAgreed ? first.action : 'ask', by: reachOf(first) }
}

function decideCommand(command: SimpleCommand, question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const as = (subject: string): Decision => {
    return decide({ ...question, call: { ...question.call, subject } }, rules, [command])
  }
  const forms = commandForms(command).map(as)
  if (forms.some(({ action }) => action === 'deny')) return 'deny'
  const written = as(command.text)
  if (isByPattern(written)) return written.action
  if (forms.some((form) => isByPattern(form) && form.action === 'ask')) return 'ask'
  const plain = as(command.plain)
  return isByPattern(plain) || !isHarmlessFilter(command.text) ? plain.action : 'allow'
}

/**
 * Whether a line may run what a rule with a pattern denies or asks about, in a form that cannot be compared with the
 * pattern: it cannot be split, or one of its commands hides the program.
 */
function isUnclear(commands: Commands, question: PolicyQuestion, rules: readonly ApprovalRule[]): boolean {
  const narrow = rules.filter((rule) => {
    return rule.action !== 'allow' && !isForWholeTool(rule) && isForAgentAndTool(rule, question)
  })
  const patterns = narrow.map(({ pattern }) => pattern ?? '')
  return patterns.length > 0 && (commands === null || commands.some((command) => mayHide(command, patterns)))
}

function defaultAction({ call }: PolicyQuestion): Action {
  // In a folder that is not trusted, a command asks as reading does.
  if (call.sandbox?.inside === true && call.wideFolder === undefined) return 'allow'
  if (call.access === 'context' || (call.access === 'mail' && call.isInFolder)) return 'allow'
  const isOpen = call.access === 'read' && call.isInFolder && call.wideFolder === undefined
  return isOpen && call.protectedAs === undefined ? 'allow' : 'ask'
}

/** The rule that would allow the call if its tool's definition had not changed; null: there is none. */
export function outdatedAllowance(question: PolicyQuestion, rules: readonly ApprovalRule[]): ApprovalRule | null {
  const isOutdated = (rule: ApprovalRule): boolean => !isOfDefinition(rule, question) && isAbout(rule, question, null)
  return rules.findLast(isOutdated) ?? null
}

function isOfDefinition({ action, definition }: ApprovalRule, { call }: PolicyQuestion): boolean {
  return action !== 'allow' || definition === undefined || definition === call.definition?.hash
}

/** Whether the rule applies to the call, ignoring the tool's definition. */
function isAbout(rule: ApprovalRule, question: PolicyQuestion, commands: Commands): boolean {
  if (!isForAgentAndTool(rule, question)) return false
  if (rule.action === 'allow' && !reaches(rule, question, commands)) return false
  return isForWholeTool(rule) || matchesSubject(rule, question)
}

function isForAgentAndTool({ tool, scope }: ApprovalRule, question: ToolQuestion): boolean {
  if (!matchesPattern(tool, question.tool, 'anything')) return false
  if (scope.type === 'agent' && scope.agentId !== question.lineage[0]) return false
  return scope.type !== 'subtree' || question.lineage.includes(scope.agentId)
}

/**
 * Whether an `allow` rule may apply to such a call at all. For files, a rule without a pattern covers the agent's
 * folder only, and a protected path must be named exactly. A command that leaves the sandbox needs a rule that says so.
 * In a command, `*` matches no protected path, and stands only for what is harmless to the program in front of it. A rule
 * for an exact command does not reach a protected path behind a link: who wrote the rule may have seen another file there.
 * A rule for a folder reaches no agent that works elsewhere by now.
 */
function reaches(rule: ApprovalRule, { call, folder }: PolicyQuestion, commands: Commands): boolean {
  if (rule.workingIn !== undefined && !isPathIn(rule.workingIn, folder)) return false
  if (leavesSandbox(call.sandbox) && rule.outside !== true) return false
  const reach = reachOf(rule)
  if (reach === 'exact') return call.isBehindLink !== true
  if (isPath(call)) return call.protectedAs === undefined && (reach === 'pattern' || call.isInFolder)
  if (call.access !== 'execute' || reach === 'tool') return true
  return call.protectedAs === undefined && isWrittenOrHarmless(rule, commands)
}

/** Whether each command consists of words that the pattern writes out, and of harmless ones. */
function isWrittenOrHarmless({ pattern }: ApprovalRule, commands: Commands): boolean {
  const written = new Set(pattern?.split(' '))
  const isWritten = (word: string): boolean => written.has(word)
  if (commands === null) return false
  return commands.every(({ words, assignments }) => {
    if (words.every(isWritten)) return true
    const [program = ''] = words
    return assignments.length === 0 && isWritten(program) && isHarmless(words, written)
  })
}

function matchesSubject({ pattern, action }: ApprovalRule, { call, folder }: PolicyQuestion): boolean {
  if (pattern === null) return true
  const isRelative = isPath(call) && !/^([/\\]|[A-Za-z]:)/.test(pattern)
  const absolute = isRelative ? `${exactPattern(folder)}/${pattern}` : pattern
  return (isPath(call) && pattern === '/**') || matchesPattern(absolute, call.subject, wildcardOf(call.access, action))
}

const isPath = ({ access }: PolicyQuestion['call']): boolean => access === 'read' || access === 'write'

/** `TOOL:*` means the same as `TOOL`. */
function isForWholeTool({ pattern }: ApprovalRule): boolean {
  return pattern === null || pattern === '*'
}

function reachOf(rule: ApprovalRule): Exclude<Decision['by'], 'default'> {
  if (isForWholeTool(rule)) return 'tool'
  return isExactPattern(rule.pattern ?? '') ? 'exact' : 'pattern'
}

const SCOPE_STRENGTH = { everywhere: 0, subtree: 1, agent: 2 } as const

function strength(rule: ApprovalRule): number {
  return (isForWholeTool(rule) ? 0 : 10) + SCOPE_STRENGTH[rule.scope.type]
}

/**
 * The call as another agent's policy decides it: a path in one agent's folder counts as outside the folder of the
 * other, unless both have the same folder.
 */
export function asOfAnother(theirs: PolicyQuestion, own: PolicyQuestion): PolicyQuestion {
  const { call } = theirs
  const isOfFiles = call.access === 'read' || call.access === 'write'
  return { ...theirs, call: { ...call, isInFolder: call.isInFolder && (!isOfFiles || theirs.folder === own.folder) } }
}
