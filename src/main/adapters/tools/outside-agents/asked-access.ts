import type { AgentId } from '../../../../shared/ids.ts'
import type { AskedCall } from '../../../core/ports/tool-ports.ts'
import { namesProtected } from '../protected-paths.ts'
import { type PathPlaces, agentPath, pathFacts } from '../tool-context.ts'
import type { PermissionRequest } from './agent-messages.ts'
import type { ReportedCall } from './reported-call.ts'

/**
 * Returns what a call is for the rules of the user: a command, a file, an address. The rules for ikigai's own tools
 * apply to it by their names.
 */
export async function askedAccess(call: ReportedCall, agentId: AgentId, context: PathPlaces): Promise<AskedCall> {
  switch (call.kind) {
    case 'execute':
      return commandAccess(call, agentId, context)
    case 'read':
    case 'search':
      return pathAccess(call, agentId, context, {
        access: 'read',
        ruleName: call.kind === 'read' ? 'file_read' : 'grep',
      })
    case 'edit':
    case 'delete':
    case 'move':
      return pathAccess(call, agentId, context, { access: 'write', ruleName: 'file_edit' })
    case 'fetch':
      return { ...OUTSIDE_FOLDER, subject: address(call), access: 'network', ruleName: 'web_fetch' }
    default:
      return { ...OUTSIDE_FOLDER, subject: describe(call), access: 'execute' }
  }
}

const OUTSIDE_FOLDER = { paths: [], isInFolder: false } as const

async function commandAccess(call: ReportedCall, agentId: AgentId, context: PathPlaces): Promise<AskedCall> {
  // Some programs name the command in the title only.
  const subject = commandLine(call) ?? (call.state.rawInput == null ? call.title : describe(call))
  const folder = await context.folderOf(agentId)
  const named = folder.ok ? await namesProtected(subject, folder.value, context.places) : null
  return {
    ...OUTSIDE_FOLDER,
    subject,
    access: 'execute',
    ruleName: 'bash',
    ...named,
  }
}

/** The command line of a call; null: it names none. */
function commandLine({ input }: ReportedCall): string | null {
  const { command, cmd, script } = input
  for (const given of [command, cmd, script]) {
    if (typeof given === 'string' && given !== '') return given
    if (Array.isArray(given) && given.every((word) => typeof word === 'string')) {
      const words: readonly string[] = given
      // `bash -lc LINE` is the line itself.
      return /(^|\/)(ba|z|da)?sh$/.test(words[0] ?? '') && /^-l?c$/.test(words[1] ?? '')
        ? (words[2] ?? words.join(' '))
        : words.join(' ')
    }
  }
  return null
}

/** Of several files, the one that is decided most strictly stands for the call. */
async function pathAccess(
  call: ReportedCall,
  agentId: AgentId,
  context: PathPlaces,
  rule: { readonly access: 'read' | 'write'; readonly ruleName: string },
): Promise<AskedCall> {
  const paths = call.paths.length > 0 || call.kind !== 'search' ? call.paths : ['.']

  const resolved = await Promise.all(paths.map((path) => agentPath(context, agentId, path, rule.access)))
  const known = resolved.flatMap((path) =>
    path.ok && (path.isOutput !== true || rule.access === 'read') ? [path] : [],
  )
  const preview = call.diffs.join('\n')
  const shown = preview === '' ? {} : { preview }
  if (known.length === 0 || known.length < resolved.length) {
    return { ...OUTSIDE_FOLDER, ...rule, ...shown, subject: describe(call), access: 'execute' }
  }
  const strictest = known.find((path) => path.protectedAs !== undefined) ?? known.find((path) => !path.isInFolder)
  const [first] = known
  const path = strictest ?? first
  return path === undefined
    ? { ...OUTSIDE_FOLDER, ...rule, ...shown, subject: describe(call) }
    : { ...pathFacts(path), ...rule, ...shown }
}

function address({ input, title }: ReportedCall): string {
  const { url } = input
  return typeof url === 'string' ? url : title
}

function describe(call: ReportedCall): string {
  return `${call.title} ${JSON.stringify(call.input)}`
}

export type Outcome = { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' }

export const CANCELLED: Outcome = { outcome: 'cancelled' }

/**
 * Returns the answer to a permission request. Allowed is this call alone: lasting answers are rules, and those are kept
 * here. An agent that does not offer that is told that the question was cancelled.
 */
export function permissionOutcome({ options }: PermissionRequest, isAllowed: boolean): Outcome {
  const wanted = isAllowed ? ['allow_once'] : ['reject_once', 'reject_always']
  const option = wanted.flatMap((kind) => options.find((each) => each.kind === kind) ?? [])[0]
  return option === undefined ? CANCELLED : { outcome: 'selected', optionId: option.optionId }
}
