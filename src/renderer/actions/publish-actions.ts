import type { AgentId } from '../../shared/ids.ts'
import type {
  ApprovedPush,
  PullRequest,
  PushedBranch,
  PushPlan,
  RequestChecks,
  WorktreeCommit,
} from '../../shared/publishing.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** A pull request as the user wrote it. */
interface WrittenRequest {
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
}

/** Where an agent's commits are published. Missing: where the engine proposes. */
export interface PublishTarget {
  readonly remote?: string
  readonly branch?: string
}

/** User operations that publish what agents changed. */
export interface PublishActions {
  commit(agentId: AgentId, message: string): Promise<Result<WorktreeCommit>>
  plan(agentId: AgentId, target: PublishTarget): Promise<Result<PushPlan>>
  push(agentId: AgentId, plan: PushPlan, force: boolean): Promise<Result<PushedBranch>>
  open(agentId: AgentId, plan: PushPlan, request: WrittenRequest): Promise<Result<PullRequest>>
  checks(agentId: AgentId, target: PublishTarget): Promise<Result<RequestChecks>>
  /** Sends the agent its failed checks. */
  sendFailures(agentId: AgentId, target: PublishTarget): Promise<Result<null>>
}

export function createPublishActions({ client }: { readonly client: EngineClient }): PublishActions {
  const { publishing } = client
  return {
    commit: (agentId, message) => callEngine(publishing.commit({ agentId, message, preview: false })),
    plan: (agentId, target) => callEngine(publishing.plan({ agentId, ...target })),
    push: (agentId, plan, force) => callEngine(publishing.push({ agentId, ...approvedOf(plan), force })),
    open: (agentId, { remote, url, branch, commit }, request) =>
      callEngine(publishing.open({ agentId, remote, url, branch, commit, ...request })),
    checks: (agentId, target) => callEngine(publishing.checks({ agentId, ...target })),
    sendFailures: async (agentId, target) =>
      mapOk(await callEngine(publishing.sendFailures({ agentId, ...target })), () => null),
  }
}

/** What the user was shown, and nothing else. */
function approvedOf({ remote, url, branch, commit, replaces }: PushPlan): Omit<ApprovedPush, 'force'> {
  return { remote, url, branch, commit, replaces }
}
