import type { ForeignFiles } from '../../ports/foreign-ports.ts'
import type { ContentStore, InspectFile } from '../../ports/content-ports.ts'
import type { LogTransfer } from '../../ports/transfer-ports.ts'
import type { SettingsStore } from '../../ports/log-ports.ts'
import type { IdSource } from '../../ports/system-ports.ts'
import type { AgentTree } from '../../agents/agent-tree.ts'
import type { EventRecorder } from '../../events/event-hub.ts'
import type { AgentRecord } from '../../../../shared/agent-summary.ts'

/** What finds and imports sessions of other tools. */
export interface ForeignImportDependencies {
  readonly foreignFiles: ForeignFiles
  readonly content: ContentStore
  readonly inspectFile: InspectFile
  readonly transfer: LogTransfer
  readonly settings: SettingsStore
  readonly ids: IdSource
  readonly tree: AgentTree
  readonly hub: EventRecorder
  /** Called when new agents are in the log, so that the tree can show them. */
  readonly onImported: (agents: readonly AgentRecord[]) => Promise<void>
}
