import type { EngineStatus } from '../../../shared/engine-state.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { BackupSchedule } from '../backup/backup-schedule.ts'
import { HeadSchedule } from '../backup/head-schedule.ts'
import { HealthWatch } from '../health/health-watch.ts'
import { PortWiring } from './port-wiring.ts'

/** What protects the log while the engine runs, and the status of the engine. */
export abstract class SafetyWiring extends PortWiring {
  abstract get registry(): AgentRegistry

  /** Called when the status of a part has changed. */
  get onChange(): () => void {
    return () => this.registry.statusChanged()
  }

  get backupSchedule(): BackupSchedule {
    return new BackupSchedule(this.backups, this.config, this.clock, this.logger, this.onChange)
  }

  get headSchedule(): HeadSchedule {
    return new HeadSchedule(this.headSigner, this.clock, this.logger, this.onChange)
  }

  get healthWatch(): HealthWatch {
    return new HealthWatch(this.health, this.clock, this.logger, this.onChange)
  }

  /** Returns the status of the engine as it is now. */
  statusNow(): Omit<EngineStatus, 'strayError'> {
    const { demo, dataDirectory, configDirectory } = this.given
    return {
      version: this.version,
      demo,
      dataDirectory,
      configDirectory,
      database: this.storage.state(),
      keychain: this.credentials.keychainState(),
      backup: this.backupSchedule.status(),
      signing: this.headSchedule.status(),
      health: this.healthWatch.status(),
      toolServers: this.toolServers.states().concat(this.pluginServers?.states() ?? []),
    }
  }
}
