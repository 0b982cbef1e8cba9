import type { AgentFolders } from '../agents/agent-folders.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentIdentities } from '../agents/agent-identity.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentSandboxes } from '../agents/agent-sandboxes.ts'
import type { ApprovalRules } from '../approvals/approval-rules.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'
import type { IdSource } from '../ports/system-ports.ts'

/** Services for forking an agent, for a user, a race, an evaluation or a rerun. */
export interface ForkingDependencies {
  readonly registry: AgentRegistry
  readonly homes: AgentHomes
  readonly contexts: AgentContexts
  readonly identities: AgentIdentities
  readonly folders: AgentFolders
  readonly sandboxes: AgentSandboxes
  readonly rules: ApprovalRules
  readonly catalog: ModelCatalog
  readonly config: Config
  readonly ids: IdSource
}
