import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { CommitEffects } from '../commit-effects.ts'
import { Evaluations } from '../evaluations/evaluations.ts'
import { CatalogRenewer } from '../models/catalog-renewer.ts'
import { EndpointLists } from '../models/endpoint-lists.ts'
import { ModelLister } from '../models/model-lister.ts'
import type { SignExport } from '../ports/verify-ports.ts'
import { Races } from '../races/races.ts'
import { Reruns } from '../reruns/reruns.ts'
import { AgentMap } from '../search/agent-map.ts'
import { LogSearcher } from '../search/log-searcher.ts'
import { ForeignSessions } from '../transfer/foreign/foreign-sessions.ts'
import { SourceImports } from '../transfer/foreign/source-imports.ts'
import { ConversationExporter } from '../transfer/conversation/conversation-exporter.ts'
import { LogExporter } from '../transfer/log-exporter.ts'
import { LogImporter } from '../transfer/log-importer.ts'
import { PieceImports } from '../transfer/piece-imports.ts'
import { UsageReports } from '../usage/usage-reports.ts'
import { CommandWiring } from './command-wiring.ts'

/** All services of one engine: what runs several agents on the same prompts, and what reads the whole log. */
export class EngineWiring extends CommandWiring {
  get races(): Races {
    return new Races(this)
  }

  get evaluations(): Evaluations {
    return new Evaluations(this)
  }

  get reruns(): Reruns {
    return new Reruns(this)
  }

  get commitEffects(): CommitEffects {
    return new CommitEffects(this)
  }

  get endpointLists(): EndpointLists {
    return new EndpointLists(this)
  }

  get models(): ModelLister {
    return new ModelLister(this)
  }

  get renewer(): CatalogRenewer {
    return new CatalogRenewer(this)
  }

  get usageReports(): UsageReports {
    return new UsageReports(this.usage, this.tree, this.folders, this.forks)
  }

  get searcher(): LogSearcher {
    return new LogSearcher(this.search, this.tree)
  }

  get agentMap(): AgentMap {
    return new AgentMap(this)
  }

  get exporter(): LogExporter {
    const { transfer, content, sha256 } = this
    return new LogExporter(this.tree, { transfer, content, sha256, signer: () => this.#exportSigner() })
  }

  get conversations(): ConversationExporter {
    return new ConversationExporter(this)
  }

  /** Null: exports are not signed. */
  async #exportSigner(): Promise<SignExport | null> {
    const begun = await this.given.exportSigner?.begin()
    if (begun?.ok === false) this.logger.warn('The export is not signed', { reason: begun.error.message })
    return begun?.ok === true ? begun.value : null
  }

  get importer(): LogImporter {
    return new LogImporter(this)
  }

  get pieceImports(): PieceImports {
    return new PieceImports((lines, options) => this.importer.import(lines, options), this.ids)
  }

  get sessions(): ForeignSessions {
    return new ForeignSessions(this)
  }

  get sourceImports(): SourceImports {
    return new SourceImports(this)
  }

  /** Shows agents that were imported; the subscribers have not heard of them. */
  get onImported(): (agents: readonly AgentRecord[]) => Promise<void> {
    return async (agents) => {
      await this.commitEffects.apply({ agents, events: [] })
      await this.registry.readForks({ again: true })
      await this.shownFolders.update()
    }
  }
}
