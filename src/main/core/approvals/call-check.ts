import type { ApprovalRule } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { FolderOf, PreparedCall, ToolCallSite } from '../ports.ts'
import type { Approval } from './approval-gate.ts'
import { decideForAll, outdatedAllowance, type PolicyQuestion } from './approval-policy.ts'
import type { ToolDefinitions } from './tool-definitions.ts'

export interface CallCheckDependencies {
  readonly tree: AgentTree
  readonly folderOf: FolderOf
  readonly definitions: Pick<ToolDefinitions, 'change'>
  readonly rights: Pick<TurnRights, 'of'>
}

/** The rules neither allow nor deny the call: the user has to decide. */
export interface Asking {
  readonly type: 'ask'
  /** For the agent itself first, then for the agents whose mail led to the call. */
  readonly policies: readonly PolicyQuestion[]
  readonly policy: PolicyQuestion
  readonly mailFrom: readonly AgentId[]
  /** The change of the tool's definition since the tool was allowed; null: the question has another reason. */
  readonly change: string | null
}

/**
 * Returns what the rules say about a call. In a turn that mail started, the call must also be allowed for every agent
 * whose mail led to it. Denied if something that decides cannot be read.
 */
export async function checkCall(
  tool: string,
  call: PreparedCall,
  { agentId }: Pick<ToolCallSite, 'agentId'>,
  {
    rules,
    ...dependencies
  }: CallCheckDependencies & { readonly rules: () => Promise<Result<readonly ApprovalRule[]>> },
): Promise<Approval | Asking> {
  const mailFrom = await dependencies.rights.of(agentId)
  if (!mailFrom.ok) return { type: 'denied', message: mailFrom.error.message }
  const own = await policyQuestion(tool, call, agentId, dependencies)
  if (!own.ok) return { type: 'denied', message: own.error.message }
  const policy = own.value
  const policies = [policy]
  for (const id of mailFrom.value) {
    const theirs = await policyQuestion(tool, call, id, dependencies)
    if (!theirs.ok) return { type: 'denied', message: theirs.error.message }
    policies.push(asOfAnother(theirs.value, policy))
  }
  const known = await rules()
  if (!known.ok) return { type: 'denied', message: `The rules for tools could not be read: ${known.error.message}` }
  const action = decideForAll(policies, known.value)
  if (action === 'allow') return { type: 'allowed' }
  if (action === 'deny') return { type: 'denied', message: `A rule of the person forbids this call of ${tool}.` }
  const change = await dependencies.definitions.change(call.definition, outdatedAllowance(policy, known.value))
  return { type: 'ask', policies, policy, change, mailFrom: mailFrom.value }
}

async function policyQuestion(
  tool: string,
  call: PreparedCall,
  agentId: AgentId,
  { tree, folderOf }: Pick<CallCheckDependencies, 'tree' | 'folderOf'>,
): Promise<Result<PolicyQuestion>> {
  const folder = await folderOf(agentId)
  return mapOk(folder, (value) => ({ tool, call, lineage: tree.lineage(agentId), folder: value }))
}

/**
 * The call as another agent's policy sees it: a path in one agent's folder counts as outside the folder of the other,
 * unless both have the same folder.
 */
function asOfAnother(theirs: PolicyQuestion, own: PolicyQuestion): PolicyQuestion {
  const { call } = theirs
  const isOfFiles = call.access === 'read' || call.access === 'write'
  return { ...theirs, call: { ...call, isInFolder: call.isInFolder && (!isOfFiles || theirs.folder === own.folder) } }
}
